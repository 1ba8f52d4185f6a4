// Other features import this file.
import { setTimeout as delay } from 'node:timers/promises';
import { declarationOf } from '../../kernel/events';
import { NIL_ID } from '../../kernel/params';
import { type Db, isUnreachable } from '../../platform/db/client';
import { planForMany } from '../../platform/db/plan.sql';
import type { NumberedEvent } from '../../platform/outbox/dispatcher';
import { CATEGORIES, otherWordsOf } from '../products/categories';
import {
  type Changed,
  type Folded,
  foldedTexts,
  objectsAfter,
  SOURCE_NAMES,
  SOURCES,
  type Source,
  type SourceName,
} from './texts.sql';
import { wordsIn } from './words';
import {
  anyChange,
  BATCH,
  fillOf,
  type Gone,
  isFollowing,
  keepFill,
  noteEvents,
  noteFollowing,
  removeUnusedWords,
  type Text,
  takeChanges,
  tryTextsLock,
  writeTexts,
} from './write.sql';

/** Longer than the writer of changes waits before it looks for them. */
const PAUSE_MS = 600;

/** Hands on what events say of objects that are found by words, in the transaction that numbers them (decision 949). */
export async function noteFound(db: Db, events: readonly NumberedEvent[]): Promise<void> {
  const found = events.flatMap(({ id, type }) => {
    const { finds } = declarationOf(type);
    return finds ? [{ id, kind: finds as string }] : [];
  });
  if (found.length > 0) await noteEvents(db, found);
}

/**
 * Writes the texts of what changed (decision 949): one process at a time, each business in turn.
 * @returns whether more may be waiting
 */
export async function writeChanged(db: Db): Promise<boolean> {
  if ((await anyChange(db)).length === 0) return false;
  return db.transaction(async (tx) => {
    const [lock] = await tryTextsLock(tx);
    if (!lock?.held) return false;
    await planForMany(tx);
    const first = await takeChanges(tx, false);
    const taken = first.length > 0 ? first : await takeChanges(tx, true);
    for (const { kind, source_id, owner_id, object_id } of taken) {
      if (isFollowing(kind)) await noteFollowing(tx, kind, source_id, owner_id, object_id);
    }
    for (const name of SOURCE_NAMES) {
      await write(
        tx,
        name,
        taken.filter(({ kind }) => kind === name),
      );
    }
    return taken.length > 0;
  });
}

/**
 * Writes texts of objects from before there were texts, some of each source in a transaction, from where it ended last.
 * @param stopping ends it between two transactions: the next run goes on
 */
export async function fillTexts(db: Db, stopping: AbortSignal): Promise<void> {
  for (const name of SOURCE_NAMES) {
    for (let isLeft = true; isLeft && !stopping.aborted; ) {
      // Changes come first: those who make them look for them.
      if ((await anyChange(db)).length > 0) await delay(PAUSE_MS);
      isLeft = await fillSome(db, name);
    }
  }
}

/** @returns whether more are left */
async function fillSome(db: Db, name: SourceName): Promise<boolean> {
  try {
    return await db.transaction(async (tx) => {
      const [lock] = await tryTextsLock(tx);
      if (!lock?.held) {
        await delay(PAUSE_MS);
        return true;
      }
      const [begun] = await fillOf(tx, name);
      if (begun?.done) return false;
      const { after_owner: owner, after_object: object } = begun ?? {
        after_owner: NIL_ID,
        after_object: NIL_ID,
      };
      await planForMany(tx);
      const found = await objectsAfter(tx, name, owner, object, BATCH);
      await write(tx, name, found);
      const last = found.at(-1);
      await keepFill(tx, name, last?.owner_id ?? owner, last?.object_id ?? object, found.length < BATCH);
      return found.length === BATCH;
    });
  } catch (error) {
    if (isUnreachable(error)) return false;
    throw error;
  }
}

async function write(db: Db, name: SourceName, changed: readonly Changed[]): Promise<void> {
  if (changed.length === 0) return;
  const source: Source = SOURCES[name];
  const asked = changed.map(({ owner_id, object_id }) => ({ owner_id, object_id }));
  const folded = await foldedTexts(db, name, asked);
  const texts = folded.map((text) => textOf(text, source.isGoods ?? false));
  for (const { kind, owner_id, object_id } of await writeTexts(db, texts, goneOf(name, source, asked))) {
    // Those who name a customer or supplier, and what goods are in, have its old words.
    if (kind === 'customer') await noteFollowing(db, 'pair', owner_id, owner_id, object_id);
    if (kind === 'supplier') await noteFollowing(db, 'pair', object_id, object_id, owner_id);
    if (kind === 'product') await noteFollowing(db, 'goods', owner_id, null, object_id);
  }
  await removeUnusedWords(db);
}

function goneOf(name: SourceName, { kinds }: Source, asked: readonly Changed[]): Gone[] {
  if (kinds.length === 0) return [];
  // An account is found from either side.
  if (name === 'account') {
    return asked.flatMap(({ owner_id, object_id }) => [
      { kinds: ['customer'], owner_id, object_id },
      ...(owner_id ? [{ kinds: ['supplier'], owner_id: object_id, object_id: owner_id }] : []),
    ]);
  }
  return asked.map((one) => ({ ...one, kinds }));
}

const NAMES: ReadonlyMap<string, string> = new Map(
  [...Object.keys(CATEGORIES), ...Object.values(CATEGORIES).flat()].map((name) => {
    const words = name.replace('_', ' ');
    return [words, otherWordsOf(name).join(' ')];
  }),
);

function textOf({ name, more, ...text }: Folded, isGoods: boolean): Text {
  const words = wordsIn(`${name} ${more}`);
  const others = isGoods
    ? [...NAMES].filter(([word]) => words.includes(` ${word} `)).map(([, other]) => other)
    : [];
  return {
    ...text,
    name: wordsIn(name),
    words: others.length > 0 ? wordsIn(`${words} ${others.join(' ')}`) : words,
  };
}
