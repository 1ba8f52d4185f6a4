import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import type postgres from 'postgres';
import { databaseErrorCode } from './client';
import { withConnection, withOwner } from './migrate';
import { grantPrivileges, isClosed } from './privileges';
import { type SettingsLog, storeSettings } from './settings';

const ATTEMPTS = 5;
/** Another process changed the same role or database at that moment. */
const RACES = new Set(['42710', '23505', 'XX000', '40001']);
const ITERATIONS = 4096;

interface Login {
  name: string;
  password: string;
}

interface Addresses {
  /** For operations and the probe, possibly through a transaction pooler. */
  url: string;
  /** For job queues. */
  direct: string;
}

/**
 * Prepares the role that the application connects as, which owns nothing (decision 103), and gives the addresses with
 * its login. Where it can't be used, logs one warning with the reason and gives the addresses as they were.
 * @param owner the addresses with the logins of the environment; `direct` owns the migrated schema
 */
export async function applicationAddresses(owner: Addresses, log: SettingsLog): Promise<Addresses> {
  try {
    const named = await namedLogin(owner);
    const login = await withOwner(
      owner.direct,
      () => {},
      async (sql) => {
        const own = named ?? (await loginOf(sql));
        await retried(() => prepareRole(sql, own, named === null));
        return own;
      },
    );
    const direct = withLogin(owner.direct, login);
    await logIn(direct, login, log).catch(async (error) => {
      if (named || databaseErrorCode(error) !== '28P01') throw error;
      // A role of the same name is left from another database.
      await withOwner(
        owner.direct,
        () => {},
        (sql) => retried(() => setPassword(sql, login)),
      );
      await logIn(direct, login, log);
    });
    if (owner.url === owner.direct) return { url: direct, direct };
    const url = named ? owner.url : withLogin(owner.url, login);
    await logIn(url, login, log);
    return { url, direct };
  } catch (error) {
    log.warn(
      { err: error },
      `the application connects as the owner of the database, because its own role can't be used ` +
        `(${(error as Error).message}): see "The application's role" in docs/operations.md`,
    );
    return owner;
  }
}

/**
 * Gives a replica's address the login of the application's role, which is replicated, where it has the owner's.
 * @param owner the primary's address with the owner's login; `url` with the one that the application uses
 */
export function replicaAddress(replica: string, owner: string, url: string): string {
  const [own, named, { username, password }] = [owner, replica, url].map((address) => new URL(address)) as [
    URL,
    URL,
    URL,
  ];
  if (named.username !== own.username) return replica;
  return Object.assign(named, { username, password }).href;
}

/** The operator's login, when the pooled address has another role than the owner. */
async function namedLogin({ url, direct }: Addresses): Promise<Login | null> {
  if (url === direct) return null;
  const [owner, pooled] = await Promise.all([direct, url].map(sessionUser));
  if (pooled === undefined || pooled === owner) return null;
  return { name: pooled, password: decodeURIComponent(new URL(url).password) };
}

function sessionUser(url: string): Promise<string> {
  return withConnection(url, async (sql) => {
    const [{ name }] = await sql<[{ name: string }]>`select session_user::text as name`;
    return name;
  });
}

/**
 * A name per database, since roles belong to the whole cluster, and a password that only the owner can read: all machines
 * share it, and a change of AUTH_SECRET leaves it alone, so that they need not restart together.
 */
async function loginOf(sql: postgres.Sql): Promise<Login> {
  const [{ database }] = await sql<[{ database: string }]>`select current_database()::text as database`;
  const hash = createHash('sha256').update(database).digest('hex').slice(0, 8);
  await sql`create table if not exists drizzle.application_login (password text not null)`;
  const [known] = await sql<{ password: string }[]>`select password from drizzle.application_login`;
  const password = known?.password ?? randomBytes(32).toString('base64url');
  if (!known) await sql`insert into drizzle.application_login (password) values (${password})`;
  return { name: `tallyleaf_${hash}`, password };
}

function withLogin(address: string, { name, password }: Login): string {
  const url = new URL(address);
  url.username = encodeURIComponent(name);
  url.password = encodeURIComponent(password);
  return url.href;
}

/** Connects as the role and stores its settings. @throws Error when a pooler connects as another one */
async function logIn(url: string, { name }: Login, log: SettingsLog): Promise<void> {
  await withConnection(url, async (sql) => {
    const [found] = await sql<[{ name: string }]>`select session_user::text as name`;
    if (found.name !== name) throw new Error(`a pooler connects as ${found.name} instead of ${name}`);
    await storeSettings(sql, log);
  });
}

async function prepareRole(sql: postgres.Sql, login: Login, isOurs: boolean): Promise<void> {
  const role = quoted(login.name);
  const [found] = await sql<[{ database: string; exists: boolean; connects: boolean; reads: boolean }]>`
    select current_database()::text as database, r.oid is not null as exists,
      coalesce(has_database_privilege(r.oid, current_database(), 'connect'), false)
        and not has_database_privilege('public', current_database(), 'connect, temporary') as connects,
      coalesce(pg_has_role(r.oid, 'pg_read_all_stats', 'usage'), false) as reads
    from (select) x left join pg_roles r on r.rolname = ${login.name}`;
  const database = quoted(found.database);
  await sql.begin(async (tx) => {
    if (!found.exists && isOurs)
      await tx.unsafe(`create role ${role} login password '${verifierOf(login.password)}'`);
    if (!found.connects) {
      await tx.unsafe(`grant connect on database ${database} to ${role}`);
      await tx.unsafe(`revoke all on database ${database} from public`);
    }
    // Revoking is only a warning when the database belongs to another role.
    if (!(await isClosed(tx)))
      throw new Error('the database belongs to another role, so it stays open to every role');
    // `as_of` and the audit seals need to know when the transactions of other roles began.
    if (!found.reads)
      await tx.savepoint((nested) => nested.unsafe(`grant pg_read_all_stats to ${role}`)).catch(() => {});
  });
  await grantPrivileges(sql);
}

async function setPassword(sql: postgres.Sql, { name, password }: Login): Promise<void> {
  await sql.unsafe(`alter role ${quoted(name)} login password '${verifierOf(password)}'`);
}

/** What PostgreSQL stores of a password (SCRAM, RFC 5803), so that no statement, and no log of them, has it. */
function verifierOf(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`;
}

async function retried(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !RACES.has(databaseErrorCode(error) ?? '')) throw error;
    }
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
