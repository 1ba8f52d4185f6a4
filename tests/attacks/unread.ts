import { connect, type Socket } from 'node:net';
import type { Client } from '../setup/client';

/** A request with an unread response. */
export interface Unread {
  socket: Socket;
  /** Reads what is there, until the connection ends. */
  rest(): Promise<string>;
}

/** Sends a request and reads nothing of its response. @param more that the connection carries after it */
export function sendUnread({ url, tokens }: Client, path: string, more?: string): Promise<Unread> {
  const { hostname, port } = new URL(url);
  const head = `GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${tokens?.access_token}\r\n`;
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.pause();
      socket.write(more === undefined ? `${head}Connection: close\r\n\r\n` : `${head}\r\n${more}`);
      resolve({ socket, rest });
    });
    const rest = () =>
      new Promise<string>((done) => {
        let received = '';
        socket.on('data', (chunk) => {
          received += chunk;
        });
        socket.once('close', () => done(received));
        socket.resume();
      });
    socket.once('error', reject);
    socket.on('error', () => {});
  });
}
