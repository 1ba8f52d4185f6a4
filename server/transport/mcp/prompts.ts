import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

const asked = (text: string) => ({
  messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
});
const short = z.string().max(200);

/** Registers what people start from. */
export function registerPrompts(server: McpServer): void {
  server.registerPrompt(
    'morning_check',
    { title: 'Morning check', description: 'What happened, what is due and what needs attention today' },
    () =>
      asked(
        'Check my business with Tallyleaf: list_problems, orders that are pending or late, get_stock with low_only, list_expiring within 14 days, and overdue invoices. Give me a short list, the most urgent first, with links. Change nothing.',
      ),
  );
  server.registerPrompt(
    'reorder',
    {
      title: 'Reorder',
      description: 'Plan orders for what is low',
      argsSchema: z.object({ location: short.optional().describe('Only this location') }),
    },
    ({ location }) =>
      asked(
        `Find what is low with get_stock (low_only)${location ? ` at the location named ${JSON.stringify(location)}` : ''}, look for it with search_catalog, and plan one order per supplier with plan_order. Show me the plans and run none before I say so.`,
      ),
  );
  server.registerPrompt(
    'explain_difference',
    {
      title: 'Explain a difference',
      description: 'Why a stock level is what it is',
      argsSchema: z.object({
        sku: short.describe('SKU of the variant'),
        location: short.optional().describe('The location'),
      }),
    },
    ({ sku, location }) =>
      asked(
        `Explain the stock of the SKU ${JSON.stringify(sku)}${location ? ` at the location named ${JSON.stringify(location)}` : ''} with explain_stock: opening, what came and went by cause, closing, and what looks wrong. Change nothing.`,
      ),
  );
  server.registerPrompt(
    'answer_recall',
    {
      title: 'Respond to a recall',
      description: 'Where units of a recalled batch are',
      argsSchema: z.object({ batch: short.describe('Number of the batch, or the tag of a package') }),
    },
    ({ batch }) =>
      asked(
        `A batch was recalled: ${JSON.stringify(batch)}. Trace it with trace_batch and tell me how many units are on hand at which location, who got the rest, and what is reserved. I respond to the recall on the dashboard myself.`,
      ),
  );
}
