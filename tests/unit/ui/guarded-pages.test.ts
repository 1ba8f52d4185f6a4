import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test("draws a page's 403 and 404 on the server: every page of a member is guarded", () => {
  const pages = ['app/(dashboard)', 'app/(print)'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /(^|\/)page\.tsx$/.test(file))
      .map((file) => `${folder}/${file}`),
  );
  expect(pages.length).toBeGreaterThan(40);
  expect(
    pages.filter((page) => !/^export default (guarded|listPage)\(/m.test(readFileSync(page, 'utf8'))),
  ).toEqual([]);
});
