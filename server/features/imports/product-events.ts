import type { EventData, EventType } from '../../kernel/events';
import type { WriteContext } from '../../operation/context';

type Emit = WriteContext['emit'];
interface Emitted {
  type: EventType;
  entityId: string;
  data: EventData[EventType];
  sharing: 'shared' | undefined;
}

/** The events of products that several lines change, one for each: its last state, and whether it is new. */
export class ProductEvents {
  private readonly byProduct = new Map<string, Emitted>();

  /** Keeps the events of a line until it is known to have succeeded. */
  readonly emit: Emit = (type, entityId, data, sharing) => this.keep({ type, entityId, data, sharing });

  /** Takes the events of a line. */
  take(line: ProductEvents): void {
    for (const emitted of line.byProduct.values()) this.keep(emitted);
  }

  emitTo({ emit }: Pick<WriteContext, 'emit'>): void {
    for (const { type, entityId, data, sharing } of this.byProduct.values()) {
      emit(type, entityId, data, sharing);
    }
  }

  private keep(next: Emitted): void {
    const id = (next.data as { id: string }).id;
    const earlier = this.byProduct.get(id);
    const isNew = earlier?.type === 'product.created';
    this.byProduct.set(id, {
      ...next,
      type: isNew ? earlier.type : next.type,
      sharing: isNew ? undefined : (earlier?.sharing ?? next.sharing),
    });
  }
}
