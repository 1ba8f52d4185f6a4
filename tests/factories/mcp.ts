import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Permission } from '../../server/kernel/permissions';
import { KEY_PERMISSIONS } from '../../server/kernel/permissions';
import type { Client as RestClient } from '../setup/client';
import { ok } from '../setup/client';
import { createKey } from './api-key';

export interface ToolResult {
  isError?: boolean;
  content: Array<{ type: string; text?: string }>;
  structuredContent: Record<string, unknown> & {
    error?: { code: string; message: string; details: Record<string, unknown> };
  };
}

export interface Assistant {
  client: Client;
  call(name: string, args?: Record<string, unknown>): Promise<ToolResult>;
  tools(): Promise<string[]>;
  close(): Promise<void>;
}

/** The official client, in the protocol's new form or in that from before 2026, at a server. */
export async function connectAssistant(
  url: string,
  token: string,
  { form = 'new', name = 'test-client', options = {} as ClientOptions } = {},
): Promise<Assistant> {
  const negotiation = form === 'new' ? { versionNegotiation: { mode: 'auto' as const } } : {};
  const client = new Client({ name, version: '1.0.0' }, { ...negotiation, ...options });
  const headers = { Authorization: `Bearer ${token}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }),
  );
  return {
    client,
    call: async (tool, args = {}) =>
      (await client.callTool({ name: tool, arguments: args })) as unknown as ToolResult,
    tools: async () => (await client.listTools()).tools.map((tool) => tool.name),
    close: () => client.close(),
  };
}

/** A personal key with all that the member may do. */
export async function keyWithAll(member: RestClient): Promise<string> {
  const { permissions } = ok(await member.get<{ permissions: Permission[] }>('/auth/me'));
  const { secret } = await createKey(member, {
    permissions: permissions.filter((one) => KEY_PERMISSIONS.includes(one)),
  });
  return secret;
}

/** Has an assistant of the member plan an adjustment, which then waits for a member. @returns its id */
export async function planWaiting(
  member: RestClient,
  { sku, place }: { sku: string; place: string },
): Promise<string> {
  const assistant = await connectAssistant(member.url, await keyWithAll(member), { form: 'old' });
  const line = { sku, location_id: place, room_type: 'vault', change: 1 };
  const plan = await assistant.call('plan_adjustment', { lines: [line], reason_code: 'AUDIT', notes: 'x' });
  await assistant.call('run_plan', { plan_token: plan.structuredContent.plan_token });
  await assistant.close();
  const { data } = ok(await member.get<{ data: { id: string }[] }>('/api/v1/assistants/plans'));
  return data.at(-1)?.id ?? '';
}
