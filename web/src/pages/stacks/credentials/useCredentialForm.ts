import { useState } from 'react';
import { ask } from '../../../api/ask.ts';
import { payloadOf } from '../../../api/member.ts';
import { toast } from '../../../ui/Toasts.tsx';
import { useStackChange } from '../useStackChange.ts';
import type { CredentialPlace } from './CredentialField.tsx';
import { STACKS_SET_CREDENTIALS } from './operations.ts';

type Values = Readonly<Record<string, string>>;

const filledIn = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));

/** What is being typed into the fields of one server; it is gone from the page once it is stored. */
export function useCredentialForm(place: CredentialPlace, serverName: string) {
  const [values, setValues] = useState<Values>({});
  const [savedCount, setSavedCount] = useState(0);
  const save = useStackChange(async (credentials: Values) =>
    payloadOf((await ask(STACKS_SET_CREDENTIALS, { input: { ...place, credentials } })).setCredentials),
  );
  const typed = filledIn(values);
  const isReady = Object.keys(typed).length > 0;
  const onSaved = () => {
    setValues({});
    setSavedCount(savedCount + 1);
    // The mutation remembers what it sent.
    save.reset();
    toast(`Credentials of ${serverName} are saved`);
  };
  const submit = () => {
    if (isReady && !save.isPending) save.mutate(typed, { onSuccess: onSaved });
  };
  const type = (fieldId: string, value: string) => setValues((now) => ({ ...now, [fieldId]: value }));
  return { values, savedCount, isReady, isSaving: save.isPending, error: save.error, submit, type };
}
