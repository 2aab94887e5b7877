import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { showsInbox } from '../../api/invalidates.ts';
import { fetchAgain } from '../../api/queryClient.ts';
import { useFollow } from '../../api/socket.ts';
import type { InboxFollowSubscription } from '../../gql/graphql.ts';
import { setTitleCount } from '../../ui/pageTitle.ts';
import { useMaySomewhere } from '../useMay.ts';
import { INBOX_FOLLOW } from './operations.ts';

export type InboxCounts = InboxFollowSubscription['inbox'];

const KEY = ['inbox'];
const NOTHING: InboxCounts = { approvalCount: 0, reviewCount: 0, alertCount: 0 };

export const totalOf = ({ approvalCount, reviewCount, alertCount }: InboxCounts): number =>
  approvalCount + reviewCount + alertCount;

/** Numbers of inbox items of the signed-in person, kept up to date by `useFollowedInbox`. */
export function useInbox(): InboxCounts {
  const { data } = useQuery<InboxCounts>({ queryKey: KEY, queryFn: skipToken });
  return data ?? NOTHING;
}

/** Follows the inbox on all pages: counts, lists and the tab’s title. Used once, in the shell. */
export function useFollowedInbox(): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const enabled = useMaySomewhere('READ');
  const counts = useInbox();
  useFollow(INBOX_FOLLOW, {
    enabled,
    onData: ({ inbox }) => {
      const before = client.getQueryData<InboxCounts>(KEY) ?? null;
      client.setQueryData(KEY, inbox);
      void fetchAgain(client, ({ queryKey }) => showsInbox(queryKey));
      // Loaded when first needed: few people turn notifications on.
      if (!before || !isNotifying() || document.hasFocus()) return;
      void import('./notify.ts').then(({ notify }) => notify(before, inbox, (href) => void navigate({ href })));
    },
  });
  useEffect(() => setTitleCount(totalOf(counts)), [counts]);
}

const SWITCH = 'toolyard-notifications';

/** Whether this browser shows notifications: the person turned them on, and the browser still allows them. */
export const isNotifying = (): boolean =>
  localStorage.getItem(SWITCH) === 'on' && 'Notification' in window && Notification.permission === 'granted';

/** Turns notifications on or off. Resolves to whether they are on; the browser may ask the person first. */
export async function switchNotifications(isOn: boolean): Promise<boolean> {
  localStorage.setItem(SWITCH, isOn ? 'on' : 'off');
  if (isOn && 'Notification' in window) await Notification.requestPermission();
  return isNotifying();
}
