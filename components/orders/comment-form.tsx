'use client';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { Field } from '@/components/ui/base/field';
import { Textarea } from '@/components/ui/base/textarea';
import { errorTextOf } from '@/components/ui/forms/error-text';
import { trpc } from '@/components/ui/providers/trpc';
import { COMMENT_ID } from './comment-id';
import type { Order } from './types';

/** Writes a comment for both parties: one line until it has the focus. Ctrl or ⌘ and Enter sends it. */
export function CommentForm({ order, partner }: { order: Order; partner: string }) {
  const [body, setBody] = useState('');
  const [focused, setFocused] = useState(false);
  // State would let a second press through before the next render.
  const running = useRef(false);
  const comment = trpc.orders.comment.useMutation({
    onSuccess: () => setBody(''),
    onSettled: () => {
      running.current = false;
    },
  });
  const send = () => {
    if (running.current || body.trim() === '') return;
    running.current = true;
    comment.mutate({ id: order.id, body });
  };
  const sendByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    send();
  };
  const open = focused || body !== '' || comment.isPending;
  return (
    <form
      id={COMMENT_ID}
      className="mb-5 scroll-mt-20 flex flex-col items-start gap-2 print:hidden"
      onFocus={() => setFocused(true)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setFocused(false);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Field
        label={<span className="sr-only">Comment</span>}
        hint={open && `Visible to ${partner}`}
        error={errorTextOf(comment.error)}
        className="w-full"
      >
        <Textarea
          rows={open ? 3 : 1}
          className={open ? undefined : 'min-h-9 max-md:min-h-11'}
          placeholder="Write a comment"
          maxLength={2000}
          value={body}
          onChange={(event) => setBody(event.target.value)}
          onKeyDown={sendByKey}
        />
      </Field>
      {open && (
        <Button type="submit" pending={comment.isPending} disabled={body.trim() === ''}>
          Post comment
        </Button>
      )}
    </form>
  );
}
