import {
  deleteKeysOfMembers,
  removeLocationFromKeys,
  reviewKeysOfMember,
} from '../features/api-keys/service';
import { passwordRenewed } from '../features/auth/password/password-renewed';
import { rejectWhileOwing } from '../features/billing/closing';
import { disputeInvoices, moveBilling } from '../features/billing/merging.sql';
import { tellMoves } from '../features/compliance/outbox/movements';
import { tellShipment } from '../features/compliance/outbox/orders';
import { forgetKeysOfEntity, forgetKeysOfLocation } from '../features/compliance/service';
import { locationClosing } from '../features/entities/locations/service';
import { forgetRelationshipsOf, releaseRelationshipsOf } from '../features/entities/relationships/service';
import { businessMerging, entityClosing } from '../features/entities/service';
import { membersLeaving } from '../features/entities/team/service';
import {
  closeStockOfLocation,
  closeStockOfVariant,
  touchItemsOfBatches,
} from '../features/inventory/ledger/closing';
import { packagesMoved } from '../features/inventory/ledger/ledger';
import { recountLevelsOfBatches } from '../features/inventory/levels/recount';
import { openStockOfVariants } from '../features/inventory/service';
import { moveBatchReach, moveLotReach, moveNotices } from '../features/lots/merging.sql';
import { batchChanged, batchMerging } from '../features/lots/service';
import { moveMenus } from '../features/menus/merging.sql';
import { deleteNotificationsOfMembers } from '../features/notifications/service';
import { deleteCartsOfMembers } from '../features/orders/carts/service';
import { rejectWhileReceiving, rejectWhileTrading } from '../features/orders/flow/closing';
import { shipmentMoved } from '../features/orders/flow/telling';
import { lockAndMoveOrders, moveBackorders, moveDrafts } from '../features/orders/merging.sql';
import { forgetCredentialsOfEntity, forgetCredentialsOfLocation } from '../features/pos/service';
import { moveOffers } from '../features/pricing/offers/queries.sql';
import { moveProductReach } from '../features/products/merging.sql';
import { variantClosing } from '../features/products/service';
import { variantsCreated } from '../features/products/writer';
import { addUpResponses } from '../features/recalls/merging.sql';
import { moveRecalls } from '../features/recalls/service';
import { endSchedulesOfMembers } from '../features/reports/schedules/service';
import { deleteViewsOfMembers } from '../features/views/service';
import { disableWebhooksOfEntity, removeLocationFromWebhooks } from '../features/webhooks/service';

/** Connects the reactions of features to changes in lower features (decision 110). Every process calls it once at its start. */
export function connectReactions(): void {
  variantsCreated.connect(openStockOfVariants);
  variantClosing.connect(closeStockOfVariant);
  packagesMoved.connect(tellMoves);
  shipmentMoved.connect(tellShipment);
  batchMerging.connect(moveRecalls);
  batchChanged.connect(touchItemsOfBatches, recountLevelsOfBatches);
  // Reactions that may reject run first.
  locationClosing.connect(
    closeStockOfLocation,
    rejectWhileReceiving,
    forgetCredentialsOfLocation,
    forgetKeysOfLocation,
    removeLocationFromWebhooks,
    removeLocationFromKeys,
  );
  membersLeaving.connect(
    deleteKeysOfMembers,
    deleteViewsOfMembers,
    deleteCartsOfMembers,
    deleteNotificationsOfMembers,
    endSchedulesOfMembers,
    releaseRelationshipsOf,
  );
  businessMerging.connect(
    moveDrafts,
    moveBackorders,
    moveOffers,
    lockAndMoveOrders,
    moveMenus,
    disputeInvoices,
    moveBilling,
    addUpResponses,
    moveBatchReach,
    moveLotReach,
    moveNotices,
    moveProductReach,
  );
  passwordRenewed.connect(reviewKeysOfMember);
  entityClosing.connect(
    rejectWhileTrading,
    rejectWhileOwing,
    forgetCredentialsOfEntity,
    forgetKeysOfEntity,
    disableWebhooksOfEntity,
    forgetRelationshipsOf,
  );
}
