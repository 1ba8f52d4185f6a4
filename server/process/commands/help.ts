import type { Command } from './command';

type Described = Pick<Command, 'usage' | 'summary'>;

/** The list of commands, as text. */
export function helpText(commands: Readonly<Record<string, Described>>): string {
  const entries = Object.values(commands).map(({ usage, summary }) => `  ${usage}\n      ${summary}`);
  return `usage: tallyleaf COMMAND [--json]   (in a checkout: npm run cli -- COMMAND)\n\n${entries.join('\n')}\n  help [COMMAND]\n      show this list, or one command\n`;
}

/** The same as a document. */
export const helpDocument = (commands: Readonly<Record<string, Described>>) => ({
  data: Object.entries(commands).map(([name, { usage, summary }]) => ({ name, usage, summary })),
});
