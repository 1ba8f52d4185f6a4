/** A plain-text message; `text` contains complete links. */
export interface Message {
  to: string;
  subject: string;
  text: string;
}

export interface Mailer {
  /** Sends the message. @throws Error when the mail server rejects it; the job then retries */
  send(message: Message): Promise<void>;
}
