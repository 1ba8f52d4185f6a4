import * as z from 'zod/mini';
import type { Typed, TypedFields } from '@/server/kernel/typed';
import { changedFields } from './changed-fields';

/** A line of text; without a message for a missing one it may stay empty. @param most characters */
const line = (most: number, missing?: string) => {
  const short = z.string().check(z.trim(), z.maxLength(most, `Use at most ${most} characters`));
  return missing === undefined ? short : short.check(z.minLength(1, missing));
};

/** What a form of typed fields holds: a text each. */
export const typedValues = <Fields extends TypedFields>(fields: Fields) =>
  z.object(
    Object.fromEntries(
      Object.entries<Typed>(fields).map(([name, { most, missing }]) => [name, line(most, missing)]),
    ) as { [Name in keyof Fields]: ReturnType<typeof line> },
  );

/** The same, empty. */
export const noneOf = <Fields extends TypedFields>(fields: Fields) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, ''])) as { [Name in keyof Fields]: string };

type Names<Values> = readonly (keyof Values & string)[];
/** What of an object stands flat in its form. */
type Within<Values> = Readonly<Record<string, Names<Values>>>;
type OrNull<Values, Empty> = {
  [Name in keyof Values]: Name extends Empty ? Values[Name] | null : Values[Name];
};
type Outside<Values, Inner extends Within<Values>> = Omit<Values, Inner[keyof Inner][number]>;
type Inside<Values, Inner extends Within<Values>> = {
  [Name in keyof Inner]: Pick<Values, Inner[Name][number]>;
};

/** A row of the server as its form reads it. */
type Row<Values, Inner extends Within<Values>> = {
  [Name in keyof Outside<Values, Inner>]: Outside<Values, Inner>[Name] | null;
} & { [Name in keyof Inner]: { [Line in Inner[Name][number]]: Values[Line] | null } | null };
/** A new object as the server takes it. */
type Fields<Values, Empty, Inner extends Within<Values>> = Outside<OrNull<Values, Empty>, Inner> &
  Inside<OrNull<Values, Empty>, Inner>;
/** What was changed, as the server takes it. */
type Patch<Values, Empty, Inner extends Within<Values>> = Partial<Outside<OrNull<Values, Empty>, Inner>> & {
  [Name in keyof Inner]?: Partial<Pick<OrNull<Values, Empty>, Inner[Name][number]>>;
};

/**
 * How a form's values map to an object of the server: an empty text for null, and lines of an inner object beside the others.
 * @param none the values of a new one
 * @param empty texts that are null while they are empty
 * @param within the inner objects: `{ address: ['street', 'city'] }`
 */
export function formOf<
  Values extends object,
  const Empty extends Names<Values>,
  const Inner extends Within<Values> = Record<never, never>,
>(none: Values, empty: Empty, within: Inner = {} as Inner) {
  const inner = Object.entries<Names<Values>>(within);
  const nested = (values: object) => {
    const flat = new Map<string, unknown>(
      Object.entries(values).map(([name, value]) => [
        name,
        (empty as readonly string[]).includes(name) ? value || null : value,
      ]),
    );
    const objects = inner.flatMap(([name, lines]) => {
      const given = lines.filter((one) => flat.has(one)).map((one) => [one, flat.get(one)]);
      for (const one of lines) flat.delete(one);
      return given.length > 0 ? [[name, Object.fromEntries(given)]] : [];
    });
    return Object.fromEntries([...flat, ...objects]);
  };
  return {
    values(row: Row<Values, Inner>): Values {
      const flat = new Map<string, unknown>(Object.entries(row));
      for (const [name, lines] of inner) {
        const object = new Map<string, unknown>(Object.entries(flat.get(name) ?? {}));
        for (const one of lines) flat.set(one, object.get(one));
      }
      const read = Object.entries(none).map(([name, unset]) => [name, flat.get(name) ?? unset]);
      return Object.fromEntries(read) as Values;
    },
    fields: (values: Values) => nested(values) as Fields<Values, Empty[number], Inner>,
    /** Null for nothing. */
    patch(before: Partial<Values>, after: Partial<Values>): Patch<Values, Empty[number], Inner> | null {
      const patch = nested(changedFields(before, after));
      return Object.keys(patch).length > 0 ? patch : null;
    },
  };
}
