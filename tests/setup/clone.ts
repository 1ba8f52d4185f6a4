import postgres from 'postgres';
import { v7 } from 'uuid';

export interface ClonedDatabase {
  url: string;
  drop(): Promise<void>;
}

/** Clones a database without connections on the same PostgreSQL. @param server the URL of any database of it */
export async function cloneDatabase(server: string, template: string): Promise<ClonedDatabase> {
  const name = `test_${v7().replaceAll('-', '')}`;
  await asAdmin(server, (admin) => admin`create database ${admin(name)} template ${admin(template)}`);
  return {
    url: at(server, name),
    drop: () => asAdmin(server, (admin) => admin`drop database ${admin(name)} with (force)`),
  };
}

async function asAdmin(server: string, work: (admin: postgres.Sql) => Promise<unknown>): Promise<void> {
  const admin = postgres(at(server, 'postgres'), { max: 1, onnotice: () => {} });
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}

function at(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
