import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { allOf, anyWord, everyWord, hasWord, wordsOf } from '../../../platform/db/listing';
import { entities } from '../../entities/tables';
import { otherWord } from '../categories';
import { listings, products, productVariants, productWords, variantWords } from '../tables';

const q = alias(products, 'q');
const x = alias(productVariants, 'x');
const g = alias(listings, 'g');

/** Shorter words are in too many texts to begin with, and no index has them. */
const LONG = 3;
const driversOf = (words: readonly string[]) => {
  const long = words.filter((word) => word.length >= LONG);
  return long.length > 0 ? long : words;
};

const inText = (text: SQL) => (word: string) => {
  const other = otherWord(word);
  return other ? sql`(${hasWord(text, word)} or ${hasWord(text, other)})` : hasWord(text, word);
};
const inProduct = inText(productWords(q));
const inVariant = (word: string) => hasWord(variantWords(x), word);
const inName = (word: string) => hasWord(sql`e.name`, word);
const inSeller = (sellerId: SQL) => (word: string) =>
  sql`(select ${inName(word)} from ${entities} e where e.id = ${sellerId})`;

/** SQL: whether one of several conditions on a word is true. */
const oneOf =
  (...conditions: ReadonlyArray<(word: string) => SQL>) =>
  (word: string) =>
    sql`(${sql.join(
      conditions.map((condition) => condition(word)),
      sql` or `,
    )})`;

/**
 * Goods are found by every word of a search, each in any field of the product, of the variant or in the seller's name. The words are in
 * three tables, and a condition on all of them would read all goods. Either the product has all of the longer words, or one of
 * them is the variant's, or the seller's: each arm begins with the index of its own table, and the other words are looked for in what it finds.
 */

/**
 * SQL: ids of variants that a search finds.
 * @param isMine whether goods of an owner are looked through
 */
export function foundVariants(search: string, isMine: (ownerId: SQL, productId: SQL) => SQL): SQL {
  const words = wordsOf(search);
  const drivers = driversOf(words);
  const hasAll = (some: readonly string[]) =>
    some.length === 0 ? sql`true` : everyWord(some, oneOf(inProduct, inVariant, inSeller(sql`q.entity_id`)));
  const others = words.filter((word) => !drivers.includes(word));
  // An arm has the only word of a search already.
  const all = words.length === 1 ? [] : words;
  const goods = sql`${products} q join ${productVariants} x on x.product_id = q.id`;
  return sql`(
    select x.id from ${goods} where ${isMine(sql`q.entity_id`, sql`q.id`)} and ${everyWord(drivers, inProduct)} and ${hasAll(others)}
    union
    select x.id from ${goods} where ${isMine(sql`x.entity_id`, sql`x.product_id`)} and ${anyWord(drivers, inVariant)} and ${hasAll(all)}
    union
    select x.id from ${entities} e join ${products} q on q.entity_id = e.id join ${productVariants} x on x.product_id = q.id
    where ${isMine(sql`e.id`, sql`q.id`)} and ${anyWord(drivers, inName)} and ${hasAll(all)})`;
}

/** SQL: ids of products that a search finds, by the words of any of their variants, too. */
export function foundProducts(search: string, isMine: (ownerId: SQL, productId: SQL) => SQL): SQL {
  const words = wordsOf(search);
  const drivers = driversOf(words);
  const inVariants = (word: string) =>
    sql`exists (select from ${productVariants} x where x.product_id = q.id and x.deleted_at is null and ${inVariant(word)})`;
  const hasAll = (some: readonly string[]) =>
    some.length === 0 ? sql`true` : everyWord(some, oneOf(inProduct, inVariants, inSeller(sql`q.entity_id`)));
  const others = words.filter((word) => !drivers.includes(word));
  const all = words.length === 1 ? [] : words;
  return sql`(
    select q.id from ${products} q where ${isMine(sql`q.entity_id`, sql`q.id`)} and ${everyWord(drivers, inProduct)} and ${hasAll(others)}
    union
    select q.id from ${productVariants} x join ${products} q on q.id = x.product_id
    where x.deleted_at is null and ${isMine(sql`x.entity_id`, sql`x.product_id`)} and ${anyWord(drivers, inVariant)} and ${hasAll(all)}
    union
    select q.id from ${entities} e join ${products} q on q.entity_id = e.id
    where ${isMine(sql`e.id`, sql`q.id`)} and ${anyWord(drivers, inName)} and ${hasAll(all)})`;
}

/**
 * SQL: `seller_id` and `variant_id` of what sellers sell on and a search finds: by their own SKU, never by the owner's.
 * @param isMine whether listings of a seller are looked through
 * @param isActive whether those alone that are sold now
 */
export function foundListings(search: string, isMine: (sellerId: SQL) => SQL, isActive = true): SQL {
  const words = wordsOf(search);
  const drivers = driversOf(words);
  const active = isActive ? sql`g.active` : sql`true`;
  const inListing = (word: string) => hasWord(g.sku.getSQL(), word);
  const inVariantName = (word: string) => hasWord(x.name.getSQL(), word);
  const hasAll = (some: readonly string[]) =>
    some.length === 0
      ? sql`true`
      : everyWord(some, oneOf(inProduct, inListing, inVariantName, inSeller(sql`g.seller_id`)));
  const others = words.filter((word) => !drivers.includes(word));
  const sold = sql`${listings} g join ${products} q on q.id = g.product_id join ${productVariants} x on x.id = g.variant_id`;
  const arm = (begins: SQL, some: readonly string[]) =>
    sql`select g.seller_id, g.variant_id from ${sold} where ${allOf([isMine(sql`g.seller_id`), active, begins, hasAll(some)])}`;
  return sql`(
    ${arm(everyWord(drivers, inProduct), others)}
    union ${arm(anyWord(drivers, inListing), words)}
    union ${arm(anyWord(drivers, inVariant), words)}
    union
    select g.seller_id, g.variant_id from ${entities} e join ${listings} g on g.seller_id = e.id
      join ${products} q on q.id = g.product_id join ${productVariants} x on x.id = g.variant_id
    where ${isMine(sql`e.id`)} and ${active} and ${anyWord(drivers, inName)} and ${hasAll(words)})`;
}
