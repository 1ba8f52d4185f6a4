/** A message as plain text; `text` holds the links whole. */
export interface Message {
  to: string;
  subject: string;
  text: string;
}

export interface Mailer {
  /** Hands the message to the mail server. @throws Error when that does not take it: the job that sends runs again */
  send(message: Message): Promise<void>;
}
