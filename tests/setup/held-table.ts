import type postgres from 'postgres';

/**
 * Holds a table as a session that hangs does, for any time.
 * @param mode `access exclusive` also against reads, `share row exclusive` against writes alone
 * @returns what lets go of it
 */
export async function holdTable(
  sql: postgres.Sql,
  table: string,
  mode: 'access exclusive' | 'share row exclusive' = 'access exclusive',
): Promise<() => Promise<void>> {
  const holder = await sql.reserve();
  await holder`begin`;
  await holder`set local idle_in_transaction_session_timeout = 0`;
  await holder.unsafe(`lock table ${table} in ${mode} mode`);
  return async () => {
    await holder`rollback`;
    holder.release();
  };
}
