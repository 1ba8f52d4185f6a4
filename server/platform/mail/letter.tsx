import type { ReactNode } from 'react';
import type { Message } from '../../kernel/mail';
import { plainName, plainText } from '../../kernel/quotation';
import { STYLES } from './styles';

/** A mail before it is drawn: one source of its HTML and its text. */
export interface Letter {
  subject: string;
  /** The business that it is about, in its head. */
  business?: string;
  /** Whom it greets; strangers are greeted without a name. */
  name?: string;
  body: ReactNode;
  /** Its one button. @see hrefOf */
  action?: { label: string; path: string };
  /** Below the button. */
  after?: ReactNode;
  /** Why it was sent, in its foot. */
  reason?: ReactNode;
  /** The whole link that ends such mails. */
  unsubscribe?: string | null;
}

/** The subject of every invitation: no stranger writes it (decision 907). */
export const INVITED = 'You are invited to Tallyleaf';

const SUBJECT = 200;
/** Line ends and other controls would begin another header. */
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;

/**
 * Draws a mail as HTML and text.
 * @param publicUrl where all of its links lead, without a trailing slash
 * @throws Error for a link that leads elsewhere
 */
export async function messageOf(to: string, letter: Letter, publicUrl: string): Promise<Message> {
  // With the first mail: a start needs none. Rendered without streams, whose AsyncLocalStorage would slow every later request.
  const [{ renderToStaticMarkup }, { toPlainText }] = await Promise.all([
    import('react-dom/server'),
    import('@react-email/render'),
  ]);
  const subject = [...letter.subject.replaceAll(CONTROLS, ' ')].slice(0, SUBJECT).join('');
  const html = DOCTYPE + renderToStaticMarkup(<Layout {...letter} subject={subject} publicUrl={publicUrl} />);
  for (const [, href = ''] of html.matchAll(/\s(?:href|src|action)="([^"]*)"/g)) {
    // A picture that is part of the mail is fetched from nowhere.
    if (!href.startsWith(`${publicUrl}/`) && !href.startsWith('cid:'))
      throw new Error(`A mail links to ${href}`);
  }
  const { unsubscribe } = letter;
  return {
    to,
    subject,
    html,
    text: `${toPlainText(html, TEXT).replaceAll(/(?<![ \t])[ \t]+$/gm, '')}\n`,
    ...(unsubscribe && {
      headers: {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    }),
  };
}

/** What mail programs that know no HTML 5 read best. */
const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

const bulleted = { itemPrefix: '- ', leadingLineBreaks: 2, trailingLineBreaks: 2 };
const TEXT = {
  formatters: {
    labeled: (
      element: { attribs?: { href?: string }; children: never },
      walk: (children: never, builder: TextBuilder) => void,
      builder: TextBuilder,
    ) => {
      walk(element.children, builder);
      builder.addInline(`: ${element.attribs?.href ?? ''}`, { noWordTransform: true });
    },
  },
  selectors: [
    { selector: 'a', format: 'labeled' },
    { selector: 'h2', options: { uppercase: false, leadingLineBreaks: 2, trailingLineBreaks: 2 } },
    { selector: 'ul', options: bulleted },
  ],
};
interface TextBuilder {
  addInline(text: string, options: { noWordTransform: boolean }): void;
}

function Layout({
  subject,
  business,
  name,
  body,
  action,
  after,
  reason,
  unsubscribe,
  publicUrl,
}: Letter & { publicUrl: string }) {
  return (
    <html lang="en" dir="ltr">
      {/* biome-ignore lint/style/noHeadElement: a mail is no page of Next */}
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style>{STYLES}</style>
      </head>
      <body>
        <table role="presentation" className="page">
          <tbody>
            <tr>
              <td className="margin">
                <table role="presentation" className="sheet">
                  <tbody>
                    <tr>
                      <td className="head">
                        {business ? `${plainName(business)} · Tallyleaf` : 'Tallyleaf'}
                      </td>
                    </tr>
                    <tr>
                      <td className="body">
                        <p>{name ? `Hello ${plainName(name)},` : 'Hello,'}</p>
                        {body}
                        {action && (
                          <p>
                            <a className="button" href={`${publicUrl}${action.path}`}>
                              {action.label}
                            </a>
                          </p>
                        )}
                        {after}
                      </td>
                    </tr>
                    {(reason || unsubscribe) && (
                      <tr>
                        <td className="foot">
                          {reason}
                          {unsubscribe && (
                            <p>
                              <a href={unsubscribe}>Unsubscribe</a>
                            </p>
                          )}
                        </td>
                      </tr>
                    )}
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  );
}

/** What another business wrote, as a quotation. Addresses in it are text (decision 420). */
export function Quotation({ text }: { text: string }) {
  return (
    <blockquote>
      {plainText(text)
        .split('\n')
        .map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text that never changes
          <span key={index}>
            {index > 0 && <br />}
            {line}
          </span>
        ))}
    </blockquote>
  );
}

export function Bullets({ items }: { items: readonly ReactNode[] }) {
  return (
    <ul>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items of a list that never changes
        <li key={index}>{item}</li>
      ))}
    </ul>
  );
}
