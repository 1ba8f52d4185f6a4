import { AuthPanel } from '@/components/business/auth/auth-panel';
import { LinkActPanel } from './link-act-panel';

/** Where the link of a recall's email leads: reports its sender to the operator. */
export function ReportSenderPanel({ token }: { token: string }) {
  return (
    <LinkActPanel
      token={token}
      title="Report this sender"
      description="Report a recall of goods that you never had, or from a business that you don’t know."
      label="Report sender"
      failure="Couldn’t report the sender"
      done={
        <AuthPanel title="Sender reported" description="The operator of this installation looks into it.">
          <p>If you have goods of the batch, keep them apart until then.</p>
        </AuthPanel>
      }
    />
  );
}
