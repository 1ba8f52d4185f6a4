import { type SQL, sql } from 'drizzle-orm';
import { type Cover, type Marks, namesOf } from './year-sums';

/**
 * SQL: columns `year` and `mark` of a day, the place of the first sum of its year that has it: once for each row, not for each sum, which
 * the offset keeps the planner from.
 */
export function placeOf(day: string, marks: Marks): SQL {
  const later = marks.slice(0, -1).map((mark) => ` + (date_part('day', ${day}) > ${mark})::int`);
  return sql.raw(
    `(select date_part('year', ${day})::int as year, ${marks.length} * (date_part('month', ${day})::int - 1) + 1${later.join('')} as mark offset 0)`,
  );
}

/** SQL: what a row with a `mark` adds to each sum of its year. */
export const spread = (sums: readonly string[], marks: Marks): SQL =>
  sql.raw(
    sums
      .flatMap((sum) =>
        namesOf(sum, marks).map(
          (name, place) => `case when mark <= ${place + 1} then ${sum} else 0 end as ${name}`,
        ),
      )
      .join(', '),
  );

/** Names of all sums of a table of years, the whole year's first. */
export const sumsOf = (sums: readonly string[], marks: Marks): string[] =>
  sums.flatMap((sum) => namesOf(sum, marks).reverse());

/** SQL: the sums of rows that are spread, by the columns of a key, without a name. */
export const addedUp = (rows: SQL, key: readonly string[], sums: readonly string[], marks: Marks): SQL => {
  const each = sumsOf(sums, marks).map((name) => `exact_sum(${name}) as ${name}`);
  const keys = sql.raw(key.join(', '));
  return sql`(select ${keys}, ${sql.raw(each.join(', '))} from ${rows} group by ${keys})`;
};

/** SQL: the sum through a mark of a year. A plan made for its parameter reads one column. */
const through = (names: readonly string[], place: number) =>
  sql`case ${place}::int ${sql.raw(names.map((name, before) => `when ${before + 1} then ${name}`).join(' '))} else 0 end`;

const NO_YEAR = { year: 0, after: 0, through: 0 };
const NO_DAYS = { start: '9999-12-31', end: '9999-12-30', sign: 1 } as const;

/** SQL: the sums of one of some periods, at its place among theirs. */
export const placed = (sums: readonly SQL[], place: number, periods: number): SQL =>
  sql.join(
    Array.from({ length: periods }, (_, at) =>
      sums.map((sum) => (at === place ? sum : sql`0::bigint`)),
    ).flat(),
    sql`, `,
  );

/** SQL: what a row of a year adds to a sum of a period. */
function ofYear({ years }: Cover, sum: string, marks: Marks): SQL {
  const names = namesOf(sum, marks);
  const cases = [0, 1].map((place) => {
    const { year, after, through: last } = years[place] ?? NO_YEAR;
    return sql`when ${year}::int then ${through(names, last)} - ${through(names, after)}`;
  });
  return sql`case year ${sql.join(cases, sql` `)} else 0 end`;
}

/**
 * SQL: rows to add up for some periods, from tables of years and of days: as many selects at all times, so that the statement has one
 * text. Rows of years, which are most, are read once.
 * @param sums of both tables; a row has them for each period
 * @param years SQL: what else to select from rows of years, and the rows
 * @param days the same of days, and their day
 */
export function covered(
  covers: readonly Cover[],
  sums: readonly string[],
  marks: Marks,
  years: { columns: SQL; from: SQL },
  days: { columns: SQL; from: SQL; day: SQL },
): SQL {
  const names = [...sums, ...sums.map((sum) => `was_${sum}`)];
  const all = covers
    .flatMap((cover) => sums.map((sum) => ofYear(cover, sum, marks)))
    .map((sum, place) => sql`${sum} as ${sql.raw(names[place] ?? '')}`);
  const wanted = covers.flatMap((cover) => [0, 1].map((place) => sql`${cover.years[place]?.year ?? 0}::int`));
  const ofDays = covers.flatMap((cover, at) =>
    [0, 1].map((place) => {
      const { start, end, sign } = cover.days[place] ?? NO_DAYS;
      const signed = sums.map((sum) => sql`${sign}::int * ${sql.raw(sum)}`);
      return sql`
    union all select ${days.columns}, ${placed(signed, at, covers.length)} from ${days.from}
      and ${days.day} between ${start}::date and ${end}::date`;
    }),
  );
  return sql`select ${years.columns}, ${sql.join(all, sql`, `)} from ${years.from} and year in (${sql.join(wanted, sql`, `)})${sql.join(ofDays)}`;
}
