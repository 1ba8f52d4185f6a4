import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ImportFileError } from '../../../kernel/file-error';
import { Id } from '../../../kernel/params';
import { permissionsOf } from '../../../kernel/permissions';
import type { Db } from '../../../platform/db/client';
import { findCredentials, findMember } from '../../auth/queries';
import { Email } from '../../auth/schema';
import { importProducts } from './apply';
import { openProductFile } from './read';
import { type ImportSummary, RejectedFile, summaryLines } from './summary';

export const IMPORT_USAGE = 'import-products FILE.csv --entity MEMBER';
const LINE_EVERY_ROWS = 2000;
const BAR_WIDTH = 30;

interface Output {
  write(text: string): unknown;
  isTTY?: boolean;
}

export interface ImportCommandContext {
  db: Db;
  out: Output;
  err: Output;
  /** True for one document on `out`, and progress on `err`. */
  json?: boolean;
  /** Folder for the file of rejected lines; the current directory by default. */
  directory?: string;
}

/**
 * Runs `import-products FILE.csv --entity MEMBER`: imports a product file into the entity of a member, by email or id. Errors are one line
 * on `err`; a failure of the database is thrown.
 * @returns the exit code: 0 done (even with rejected lines), 1 failed or incomplete, 2 wrong usage
 */
export async function importProductsCommand(args: string[], context: ImportCommandContext): Promise<number> {
  const { db, err, json = false } = context;
  const out = json ? err : context.out;
  const call = readArguments(args);
  if (!call) {
    err.write(`usage: ${IMPORT_USAGE}\n`);
    return 2;
  }
  const who = call.member.trim().toLowerCase();
  const isEmail = Email.safeParse(who).success;
  const member = await (isEmail ? findCredentials(db, who) : findNamed(db, who));
  if (!member) return failed(err, `no member has the ${isEmail ? 'email' : 'id'} ${who}`);
  if (!permissionsOf(member.team_role, member.type).includes('create:products')) {
    return failed(err, `${who} is ${member.team_role}, and products are created by an owner or admin`);
  }

  const rejected = new RejectedFile(
    join(context.directory ?? process.cwd(), `${basename(call.file)}.rejected.csv`),
  );
  let report: ((summary: ImportSummary) => void) | undefined;
  try {
    const { rows, progress } = await openProductFile(call.file);
    report = out.isTTY ? bar(out, progress) : everySoManyRows(out);
    const summary = await importProducts(db, {
      actor: { userId: member.id, name: member.name, entity: { id: member.entity_id } },
      source: basename(call.file),
      rows,
      onRejected: (rejection) => rejected.add(rejection),
      onProgress: report,
    });
    if (out.isTTY) out.write('\n');
    if (json) context.out.write(`${JSON.stringify(summary)}\n`);
    else out.write(`${summaryLines(summary).join('\n')}\n`);
  } catch (error) {
    if (out.isTTY && report) out.write('\n');
    if (!(error instanceof ImportFileError)) throw error;
    return failed(
      err,
      error.line && error.line > 1
        ? `${error.message}; rows already imported remain. Fix the file and run again`
        : error.message,
    );
  } finally {
    if (await rejected.close()) out.write(`rejected lines and duplicates: ${rejected.path}\n`);
  }
  return 0;
}

const findNamed = (db: Db, id: string) => (Id.safeParse(id).success ? findMember(db, id) : null);

function readArguments(args: string[]): { file: string; member: string } | undefined {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { entity: { type: 'string' }, json: { type: 'boolean' } },
      allowPositionals: true,
    });
    const [file, another] = positionals;
    return file && !another && values.entity ? { file, member: values.entity } : undefined;
  } catch {
    return undefined;
  }
}

function failed(err: Output, message: string): number {
  err.write(`import-products: ${message}\n`);
  return 1;
}

function counts({ read, created, updated, unchanged, duplicates, rejected }: ImportSummary): string {
  return `${read} read, ${created} created, ${updated} updated, ${unchanged} unchanged, ${duplicates + rejected} left out`;
}

function bar(out: Output, progress: { bytesRead: number; bytesTotal: number }) {
  return (summary: ImportSummary) => {
    const share = progress.bytesTotal === 0 ? 1 : Math.min(progress.bytesRead / progress.bytesTotal, 1);
    const full = Math.round(share * BAR_WIDTH);
    const percent = `${Math.round(share * 100)}%`.padStart(4);
    out.write(`\r${'█'.repeat(full)}${'░'.repeat(BAR_WIDTH - full)} ${percent}  ${counts(summary)}\u001b[K`);
  };
}

function everySoManyRows(out: Output) {
  let next = LINE_EVERY_ROWS;
  return (summary: ImportSummary) => {
    if (summary.read < next) return;
    next = summary.read - (summary.read % LINE_EVERY_ROWS) + LINE_EVERY_ROWS;
    out.write(`${counts(summary)}\n`);
  };
}
