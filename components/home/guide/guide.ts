import { GUIDE, type GuideEntry, type GuidePage } from '@/components/home/guide/pages';
import { readDocument } from '@/components/home/guide/read-document';

/** Reads a page of the guide: its text in Markdown, whose first line is the title. */
export async function readGuide(page: GuidePage): Promise<{ title: string; text: string }> {
  const text = await readDocument(`guide/${page}`);
  return { title: /^# (.+)/.exec(text)?.[1] ?? page, text };
}

/** Every page of the guide, in order, for its index and its search. */
export const listGuide = (): Promise<GuideEntry[]> =>
  Promise.all(
    GUIDE.map(async (page) => {
      const { title, text } = await readGuide(page);
      const words = [...text.matchAll(/^#+ (.+)|\*\*(.+?)\*\*/gm)].map(
        ([, heading, bold]) => heading ?? bold,
      );
      return { page, href: `/help/${page}`, title, words: words.join(' ').toLowerCase() };
    }),
  );
