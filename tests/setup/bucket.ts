import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Bucket {
  /** For S3_URL. */
  url: string;
  /** What lies in it: key → bytes. */
  objects: Map<string, Buffer>;
  /** Every request: method, path and the parts of its signature's credential. */
  requests: { method: string; path: string; credential: string }[];
  /** Rejects every request from here on. */
  fail: boolean;
  close(): Promise<void>;
}

/** A server that speaks as much of S3's protocol (path style) as storing, listing, reading and removing objects needs. */
export async function openBucket(): Promise<Bucket> {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Map<number, Buffer>>();
  const bucket: Bucket = { url: '', objects, requests: [], fail: false, close: async () => {} };
  const server = createServer(async (req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://bucket');
    const credential = /Credential=([^,]+)/.exec(req.headers.authorization ?? '')?.[1] ?? '';
    bucket.requests.push({ method: req.method ?? '', path: pathname, credential });
    const body = await bodyOf(req);
    const uploadId = searchParams.get('uploadId');
    const answer = (status: number, text = '') => res.writeHead(status, { etag: '"e"' }).end(text);
    if (bucket.fail) return answer(403, '<Error><Code>AccessDenied</Code></Error>');
    if (req.method === 'POST' && searchParams.has('uploads')) {
      const id = String(uploads.size + 1);
      uploads.set(id, new Map());
      return answer(
        200,
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    if (req.method === 'PUT' && uploadId) {
      uploads.get(uploadId)?.set(Number(searchParams.get('partNumber')), body);
      return answer(200);
    }
    if (req.method === 'POST' && uploadId) {
      const parts = [...(uploads.get(uploadId) ?? [])].sort(([a], [b]) => a - b);
      objects.set(pathname, Buffer.concat(parts.map(([, bytes]) => bytes)));
      uploads.delete(uploadId);
      return answer(200, '<CompleteMultipartUploadResult><ETag>"e"</ETag></CompleteMultipartUploadResult>');
    }
    if (req.method === 'DELETE') {
      if (uploadId) uploads.delete(uploadId);
      else objects.delete(pathname);
      return answer(204);
    }
    if (req.method === 'PUT') {
      objects.set(pathname, body);
      return answer(200);
    }
    if (req.method === 'POST' && searchParams.has('delete')) {
      for (const [, key] of String(body).matchAll(/<Key>([^<]*)<\/Key>/g)) {
        objects.delete(`${pathname.replace(/\/$/, '')}/${key}`);
      }
      return answer(200, '<DeleteResult></DeleteResult>');
    }
    if (req.method === 'GET' && searchParams.get('list-type') === '2') {
      return answer(200, listOf([...objects.keys()], pathname, searchParams));
    }
    const found = objects.get(pathname);
    if (!found) return answer(404, '<Error><Code>NoSuchKey</Code></Error>');
    res.writeHead(200, { 'content-length': found.length }).end(found);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  bucket.url = `s3://the-key:the%2Fsecret@127.0.0.1:${port}/coas/of-tests?region=eu-west-1&tls=0&path_style=1`;
  bucket.close = () =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return bucket;
}

/** Of one page: the keys below a prefix, or with a delimiter the names that come next. */
function listOf(paths: readonly string[], pathname: string, query: URLSearchParams): string {
  const bucket = `${pathname.replace(/\/$/, '')}/`;
  const [prefix, delimiter] = [query.get('prefix') ?? '', query.get('delimiter')];
  const keys = paths
    .filter((path) => path.startsWith(bucket + prefix))
    .map((path) => path.slice(bucket.length))
    .sort();
  const nested = delimiter ? keys.filter((key) => key.indexOf(delimiter, prefix.length) >= 0) : [];
  const folders = new Set(nested.map((key) => key.slice(0, key.indexOf(delimiter ?? '', prefix.length) + 1)));
  const contents = keys
    .filter((key) => !nested.includes(key))
    .map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`);
  const common = [...folders].map((folder) => `<CommonPrefixes><Prefix>${folder}</Prefix></CommonPrefixes>`);
  return `<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}${common.join('')}</ListBucketResult>`;
}

async function bodyOf(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  return String(req.headers['content-encoding'] ?? '').includes('aws-chunked') ? unchunked(bytes) : bytes;
}

/** The bytes of a body in aws-chunked encoding: `<hex size>[;…]\r\n<bytes>\r\n` until a size of 0. */
function unchunked(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n', at);
    const size = Number.parseInt(bytes.toString('latin1', at, end), 16);
    if (!size) return Buffer.concat(parts);
    parts.push(bytes.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}
