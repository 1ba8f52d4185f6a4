import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FileRow, openProductFile, readRows } from '../../../../server/features/imports/listing/read';
import { RejectedFile } from '../../../../server/features/imports/listing/summary';

const HEADER = 'id,name,slug,brand,category,strain,thc,cbd,lab_test\n';
const line = (id: number, name: string) => `${id},${name},s-${id},B,"Edibles,",,,,\n`;

async function* chunked(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size);
}

async function read(content: string | Buffer, size = 64 * 1024): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  for await (const row of readRows(chunked(Buffer.from(content), size))) rows.push(row);
  return rows;
}
const named = (rows: FileRow[]) =>
  rows.map(({ line, row, fault }) => [line, row.name, ...(fault ? [fault] : [])]);

describe('reading a product file', () => {
  it('gives each row its physical line, whatever the chunks, quotes and line ends', async () => {
    const content = `${HEADER}${line(1, '"a ""quoted"", b"')}\r\n\n${line(2, '"two\r\nlines"')}${line(3, 'plain "x" inch')}4,last,,,,,,,`;
    for (const size of [1, 2, 3, 7, 1000]) {
      expect(named(await read(content, size))).toEqual([
        [2, 'a "quoted", b'],
        [5, 'two\r\nlines'],
        [7, 'plain "x" inch'],
        [8, 'last'],
      ]);
    }
  });

  it('skips a byte order mark and takes columns in any order and case, and further ones', async () => {
    const rows = await read(
      '\ufeff"Name",ID,brand,slug,Category,strain,thc,cbd,note\nKush,7,B,s,Flowers,,,,hello\n',
    );
    expect(rows).toEqual([
      {
        line: 2,
        row: {
          id: '7',
          name: 'Kush',
          slug: 's',
          brand: 'B',
          category: 'Flowers',
          strain: '',
          thc: '',
          cbd: '',
          lab_test: '',
        },
      },
    ]);
  });

  it('marks the row with bad UTF-8 and goes on', async () => {
    const content = Buffer.concat([
      Buffer.from(`${HEADER}1,Cr`),
      Buffer.from([0xe8]),
      Buffer.from(`me,s,B,"Edibles,",,,,\n${line(2, 'Crème')}`),
    ]);
    expect(named(await read(content))).toEqual([
      [2, 'Cr\ufffdme', 'the row is not valid UTF-8'],
      [3, 'Crème'],
    ]);
  });

  it('marks the row with a stray quote or another number of columns and goes on', async () => {
    const content = `${HEADER}1,"5" pipe",s,B,C,,,,\n2,short\n3,a,b,c,d,e,f,g,h,i\n${line(4, 'good')}`;
    expect(named(await read(content)).map(([at, , fault]) => [at, fault])).toEqual([
      [2, 'badly quoted'],
      [3, '2 columns where the header has 9'],
      [4, '10 columns where the header has 9'],
      [5, undefined],
    ]);
  });

  it('stops at a quote that never closes, naming its line', async () => {
    const content = `${HEADER}${line(1, 'good')}2,fine,s,"never closed,C,,,,\n${line(3, 'swallowed').replaceAll('"', '')}`;
    await expect(read(content)).rejects.toThrow('line 3: a quoted field opens here and never closes');
  });

  it('stops at a row beyond 1 MB, naming its line', async () => {
    const megabyte = 'x'.repeat(1024 * 1024);
    await expect(read(`${HEADER}${line(1, megabyte)}`)).rejects.toThrow(
      'line 2: the row is longer than 1 MB',
    );
    await expect(read(`${HEADER}1,"${megabyte}`)).rejects.toThrow(
      'line 2: a quoted field opens here and does not close within 1 MB',
    );
  });

  it.each([
    ['id,name,slug\n', 'line 1: the header lacks the columns brand, category, strain, thc, cbd'],
    ['id,name,slug,category,strain,thc,cbd\n', 'line 1: the header lacks the column brand;'],
    ['id;name;slug;brand;category;strain;thc;cbd\n', 'separated by commas'],
    ['id,id,name,slug,brand,category,strain,thc,cbd\n', 'line 1: the header has the column id twice'],
    ['', 'the file is empty'],
  ])('rejects the header %j', async (content, message) => {
    await expect(read(content)).rejects.toThrow(message);
  });

  it('rejects UTF-16', async () => {
    await expect(read(Buffer.from(`\ufeff${HEADER}`, 'utf16le'))).rejects.toThrow('save it as UTF-8');
  });
});

describe('files', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'import-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('are rejected by name if missing or folders', async () => {
    await expect(openProductFile(join(folder, 'none.csv'))).rejects.toThrow('none.csv: no such file');
    await expect(openProductFile(folder)).rejects.toThrow('not a file');
  });

  it('count the bytes read', async () => {
    const path = join(folder, 'a.csv');
    await writeFile(path, HEADER + line(1, 'a'));
    const { rows, progress } = await openProductFile(path);
    for await (const _ of rows);
    expect(progress.bytesRead).toBe(progress.bytesTotal);
  });

  it('of rejected lines defuse formulas and can be read again', async () => {
    const path = join(folder, 'a.csv.rejected.csv');
    const [row] = await read(`${HEADER}1,"=cmd|' /C calc'!A0\n2",s,+B,"@C, ""x""",-5,\t6,,\n`);
    if (!row) throw new Error('no row');
    const rejected = new RejectedFile(path);
    await rejected.add({ ...row, reason: 'no category' });
    expect(await rejected.close()).toBe(true);
    const [head, body] = (await readFile(path, 'utf8')).split('\r\n');
    expect(head).toBe('line,reason,id,name,slug,brand,category,strain,thc,cbd,lab_test');
    expect(body).toBe(`2,no category,1,"'=cmd|' /C calc'!A0\n2",s,"'+B","'@C, ""x""","'-5","'\t6",,`);
    expect((await read(await readFile(path)))[0]?.row.id).toBe('1');
  });

  it('of rejected lines that an earlier run left are removed when nothing is rejected', async () => {
    const path = join(folder, 'a.csv.rejected.csv');
    await writeFile(path, 'old');
    expect(await new RejectedFile(path).close()).toBe(false);
    await expect(readFile(path)).rejects.toThrow('ENOENT');
  });
});
