import { readable } from '@/components/catalog/products/labels';
import { Button } from '@/components/ui/base/button';
import { CATEGORIES, CATEGORY_NAMES, type Category, otherWord } from '@/server/features/products/categories';

/** A category or subcategory that a search names, and the search without it. */
export interface NamedCategory {
  category: Category;
  subcategory: string | null;
  rest: string;
}

const spelled = (name: string) => name.replaceAll('_', ' ');

/** The categories and subcategories among the words of a search, in any of their spellings: "buds" is flower. */
export function categoriesIn(search: string): NamedCategory[] {
  const words = search.trim().toLowerCase().split(/\s+/);
  const asked = ` ${words.map((word) => otherWord(word) ?? word).join(' ')} `;
  const rest = (name: string) => asked.replace(` ${spelled(name)} `, ' ').trim();
  return CATEGORY_NAMES.flatMap((category) =>
    [null, ...CATEGORIES[category]].flatMap((subcategory) => {
      const name = subcategory ?? category;
      return asked.includes(` ${spelled(name)} `) ? [{ category, subcategory, rest: rest(name) }] : [];
    }),
  );
}

/** Turns a word of a search that is a category into the filter. */
export function CategoryChips({
  search,
  onChoose,
}: {
  search: string;
  onChoose: (chosen: NamedCategory) => void;
}) {
  const named = categoriesIn(search);
  if (named.length === 0) return null;
  return (
    <ul aria-label="Categories of this search" className="mb-3 flex flex-wrap gap-2">
      {named.map((one) => (
        <li key={one.subcategory ?? one.category}>
          <Button size="sm" onClick={() => onChoose(one)}>
            Only {readable(one.subcategory ?? one.category).toLowerCase()}
          </Button>
        </li>
      ))}
    </ul>
  );
}
