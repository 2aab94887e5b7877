import { issueText } from '../../ui/issueText.ts';

type Refusal = { readonly message?: string; readonly issues?: readonly { path: string; message: string }[] } | null;

/** Why a question was refused: of a rule, what is wrong with each part. */
export function Refused({ answer }: { readonly answer: Refusal | undefined }) {
  const issues = answer?.issues ?? [];
  return (
    <div role="alert">
      {issues.length === 0 && <p>{answer?.message ?? 'There is no answer.'}</p>}
      {issues.map((issue) => (
        <p key={`${issue.path} ${issue.message}`}>{issueText(issue)}</p>
      ))}
    </div>
  );
}
