import { createSocket, type Socket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

/** A name server with these TXT records; every other name doesn't exist. */
export async function openNameServer(records: Map<string, string>) {
  const socket: Socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const labels: string[] = [];
    let at = 12;
    for (let size = query[at] ?? 0; size > 0; size = query[at] ?? 0) {
      labels.push(query.subarray(at + 1, at + 1 + size).toString());
      at += size + 1;
    }
    const question = query.subarray(12, at + 5);
    const text = records.get(labels.join('.'));
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(text ? 0x8180 : 0x8183, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(text ? 1 : 0, 6);
    if (!text) return socket.send(Buffer.concat([header, question]), from.port, from.address);
    const data = Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]);
    const answer = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 1, 0, data.length]);
    socket.send(Buffer.concat([header, question, answer, data]), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return { address: `127.0.0.1:${(socket.address() as AddressInfo).port}`, close: () => socket.close() };
}
