/** Applies a migration after the known ones, so that a test can kill it: the address, its text and its time. */
import { knownMigrations } from '../../server/platform/db/lineage';
import { withOwner } from '../../server/platform/db/migrate';
import { migrationOf } from '../../server/platform/db/migration-plan';
import { applyMigrations } from '../../server/platform/db/migration-runner';

const [url = '', text = '', when = ''] = process.argv.slice(2);
const known = knownMigrations();
const added = migrationOf({ tag: '9999_goods', when: Number(when) }, text, known.at(-1)?.generation ?? 0);
const say = (line: string) => process.stderr.write(`${line}\n`);
await withOwner(url, say, (sql) => applyMigrations(sql, [...known, added], say));
