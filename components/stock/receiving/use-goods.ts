'use client';
import { keepPreviousData } from '@tanstack/react-query';
import { faultsOf } from '@/components/ui/forms/failure';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { placeIn } from './draft';
import type { Goods, GoodsKind, Product } from './types';
import { goodsOf } from './variants';

const SHOWN = 8;
/** Rounds of asking: each leaves out up to fifty names that the one before didn't find. */
const ROUNDS = 11;

/** Goods that were found, and what a scanned code said of their package. */
export type FoundGoods = Goods & { package?: { tag: string; batch: string } };

/** The variants of products, those with the SKU that was typed first. */
export function variantsOf(
  products: readonly Product[],
  typed: string,
  isTaken: (goods: Goods) => boolean,
): Goods[] {
  const sku = typed.trim().toLowerCase();
  const all = products.flatMap(goodsOf);
  const taken = all.filter(isTaken);
  const isTyped = (goods: Goods) => goods.sku.toLowerCase() === sku;
  return [...taken.filter(isTyped), ...taken.filter((goods) => !isTyped(goods))].slice(0, SHOWN);
}

/** Finds goods that can be received, or made into packages: by words as they are typed, by scanned codes, and by SKUs of a spreadsheet. */
export function useGoods(kind: GoodsKind | 'packages', locationId: string) {
  const utils = trpc.useUtils();
  const { entity } = useViewer();
  const isHarvest = kind === 'harvest';
  const asking = (search: string) => ({
    ...{ search, limit: SHOWN },
    ...((isHarvest || kind === 'packages') && { entity_id: entity.id }),
    ...(isHarvest && { category: 'flower' as const }),
  });
  const isTaken = (goods: Goods) => !isHarvest || goods.unit !== null;
  // The server's own judgment, which a dry run asks for: nothing is written.
  const named = async (
    by: 'sku' | 'scan',
    names: readonly string[],
  ): Promise<Map<string, Goods | string>> => {
    const found = new Map<string, Goods | string>();
    for (let round = 0; round < ROUNDS; round++) {
      const asked = [...new Set(names)].filter((name) => !found.has(name));
      if (asked.length === 0) break;
      try {
        const { lines } = await utils.client.goodsReceipts.create.mutate({
          ...{ kind: 'found', location_id: locationId, dry_run: true },
          lines: asked.map((name) => ({ [by]: name, quantity: 1 })),
        });
        for (const [n, line] of lines.entries()) found.set(asked[n] ?? '', line);
      } catch (error) {
        const faults = faultsOf(error).flatMap(({ path, code }) => {
          const name = asked[placeIn(path)?.index ?? -1];
          return name === undefined ? [] : [{ name, code }];
        });
        if (faults.length === 0) throw error;
        // Of two codes of one variant the second is a duplicate: it is found by itself in the next round.
        const wrong = faults.filter(({ code }) => code !== 'duplicate');
        for (const { name, code } of wrong) {
          found.set(
            name,
            code === 'ambiguous'
              ? 'Several products have this SKU: add it by name'
              : 'No product has this SKU',
          );
        }
        if (wrong.length === 0)
          for (const { name } of faults)
            found.set(name, (await named(by, [name])).get(name) ?? 'No product has this SKU');
      }
    }
    return found;
  };
  const scanned = async (code: string): Promise<FoundGoods[]> => {
    const goods = (await named('scan', [code])).get(code);
    if (goods === undefined || typeof goods === 'string' || !isTaken(goods)) return [];
    const { data } = await utils.lots.list.fetch({ package_tag: code, limit: 1 });
    const [lot] = data;
    return [lot ? { ...goods, package: { tag: code, batch: lot.batch_id } } : goods];
  };
  return {
    asking,
    /** What a text means, the best first; a code that is in no name is looked up as a scanned one. */
    find: async (search: string): Promise<readonly FoundGoods[]> => {
      const { data } = await utils.products.list.fetch(asking(search));
      const found = variantsOf(data, search, isTaken);
      return found.length > 0 || search.includes(' ') ? found : scanned(search);
    },
    shown: (products: readonly Product[], search: string) => variantsOf(products, search, isTaken),
    named,
  };
}

/** The goods that a text may mean, while it is typed. */
export function useFoundGoods(
  { asking, shown }: ReturnType<typeof useGoods>,
  search: string,
  enabled: boolean,
) {
  const query = trpc.products.list.useQuery(asking(search), {
    enabled: enabled && search !== '',
    placeholderData: keepPreviousData,
  });
  return {
    results: query.data && shown(query.data.data, search),
    isCurrent: query.data !== undefined && !query.isPlaceholderData,
    isError: query.isError,
  };
}
