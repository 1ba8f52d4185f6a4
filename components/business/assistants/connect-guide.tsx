import { Card } from '@/components/ui/base/card';
import { CodeBlock } from '@/components/ui/base/code-block';
import { CopyButton } from '@/components/ui/base/copy-button';

/** How the common clients are connected. @param address of the MCP server */
export function ConnectGuide({ address }: { address: string }) {
  const steps = [
    {
      name: 'Claude, ChatGPT and other chat apps',
      text: 'Add a custom connector with this address. You are sent here to sign in and consent.',
      code: address,
    },
    {
      name: 'Claude Code',
      text: 'Run this in a terminal, then /mcp to sign in.',
      code: `claude mcp add --transport http tallyleaf ${address}`,
    },
    {
      name: 'VS Code, Cursor and others with a settings file',
      text: 'Add the server to the file of MCP servers.',
      code: JSON.stringify({ servers: { tallyleaf: { type: 'http', url: address } } }, null, 2),
    },
    {
      name: 'Your own program',
      text: 'Send an API key as a bearer token with each request.',
      code: `curl -sS ${address} -H 'Authorization: Bearer API_KEY' -H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream' -d '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}'`,
    },
  ];
  return (
    <Card
      title="Connect an assistant"
      description="An assistant reads what you may read. Changes are planned and shown first, then run once."
    >
      <ul className="flex flex-col gap-5">
        {steps.map(({ name, text, code }) => (
          <li key={name}>
            <h3 className="font-medium">{name}</h3>
            <p className="text-muted text-sm">{text}</p>
            <div className="mt-2 flex flex-col items-start gap-2">
              <CodeBlock label={name} text={code} className="w-full" />
              <CopyButton text={code} what="text" />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
