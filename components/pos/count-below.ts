/** A page of stock in the order of what is available, least first. */
type Page = { data: readonly { available_quantity: number }[]; pagination: { total: number } };

/**
 * How many items have less available than `threshold`, in few questions: pages are doubled until one goes beyond it,
 * then halved.
 * @param ask reads a page, beginning with 1
 * @param size how many rows a full page has
 */
export async function countBelow(
  ask: (page: number) => Promise<Page>,
  size: number,
  threshold: number,
): Promise<number> {
  let below = 0;
  let beyond: number | null = null;
  for (let page = 1; ; ) {
    const { data, pagination } = await ask(page);
    const low = data.filter((item) => item.available_quantity < threshold).length;
    if (low > 0 && low < data.length) return (page - 1) * size + low;
    const last = Math.max(1, Math.ceil(pagination.total / size));
    if (low === 0) beyond = Math.min(page, last + 1);
    else if (page >= last) return (page - 1) * size + low;
    else below = page;
    if (beyond !== null && beyond <= below + 1) return below * size;
    page = beyond === null ? Math.min(page * 2, last) : Math.floor((below + beyond) / 2);
  }
}
