/** A message; `text` contains complete links, and `html` says the same without images. */
export interface Message {
  to: string;
  subject: string;
  text: string;
  html?: string;
  headers?: Record<string, string>;
  /** With a `cid`, a picture that the HTML shows as `cid:…`. */
  attachments?: { filename: string; content: Buffer; contentType: string; cid?: string }[];
}

export interface Mailer {
  /** Sends the message. @throws Error when the mail server rejects it; the job then retries */
  send(message: Message): Promise<void>;
}
