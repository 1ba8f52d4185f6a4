import { EditableCard } from './editable-card';
import type { OrderRights } from './order-rights';
import type { Order } from './types';

/** The notes of an order, and those that only its seller sees. */
export function OrderNotes({ order, rights }: { order: Order; rights: OrderRights }) {
  const { buys, editsFacts, editsNotes } = rights;
  return (
    <>
      <EditableCard order={order} title="Notes" edits={editsNotes ? 'notes' : null}>
        <Notes text={order.notes} />
      </EditableCard>
      {!buys && (editsFacts || order.seller_notes) && (
        <EditableCard
          order={order}
          title="Internal notes"
          description="Only your business sees them."
          edits={editsFacts ? 'seller_notes' : null}
        >
          <Notes text={order.seller_notes} />
        </EditableCard>
      )}
    </>
  );
}

const Notes = ({ text }: { text: string | null | undefined }) =>
  text ? <p className="whitespace-pre-line">{text}</p> : <p className="text-muted">No notes.</p>;
