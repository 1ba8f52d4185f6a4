import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { everyMail } from '../tests/factories/letters';

/**
 * `npm run mails` shows every mail in a browser, drawn again for each look at it. With a file's name, it writes them to the
 * file as JSON instead.
 */
const PORT = 3700;
const PUBLIC_URL = 'https://tallyleaf.example';

const [, , file] = process.argv;
if (file) await writeFile(file, JSON.stringify([...(await everyMail(PUBLIC_URL))]));
else preview();

const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);

function preview(): void {
  const server = createServer(async (req, res) => {
    const mails = await everyMail(PUBLIC_URL);
    const name = new URL(req.url ?? '/', 'http://localhost').pathname.slice(1);
    const mail = mails.get(name);
    res.setHeader('Content-Type', 'text/html; charset=utf-8');
    if (mail) return res.end(mail.html);
    const list = [...mails].map(
      ([key, { subject, text }]) =>
        `<details><summary>${escaped(subject)} (${key})</summary><iframe src="/${key}" width="600" height="560"></iframe>
         <iframe src="/${key}" width="320" height="560"></iframe><pre>${escaped(text)}</pre></details>`,
    );
    res.end(
      `<!doctype html><title>Mails</title><meta name="color-scheme" content="light dark">${list.join('')}`,
    );
  });
  server.listen(PORT, '127.0.0.1', () => process.stdout.write(`Every mail is at http://localhost:${PORT}\n`));
}
