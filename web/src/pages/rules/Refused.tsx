import { issueText } from '../../ui/issueText.ts';

type Refusal = { readonly message?: string; readonly issues?: readonly { path: string; message: string }[] } | null;

export function Refused({ answer }: { readonly answer: Refusal | undefined }) {
  const issues = answer?.issues ?? [];
  return (
    <div role="alert">
      {issues.length === 0 && <p>{answer?.message ?? 'No result. Check the stack and tool, then try again.'}</p>}
      {issues.map((issue) => (
        <p key={`${issue.path} ${issue.message}`}>{issueText(issue)}</p>
      ))}
    </div>
  );
}
