-- old writers: unsafe
-- Words that only the texts of one business and kind have: none looks through the words of others. It calls none of ours.
CREATE FUNCTION search_lexemes(owner uuid, kind text, words text) RETURNS tsvector
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  SELECT array_to_tsvector(array(SELECT right(owner::text, 12) || kind || ' ' || w FROM unnest(string_to_array(btrim(words), ' ')) w WHERE w <> ''))
$$;
--> statement-breakpoint
CREATE TABLE "search_changes" (
	"position" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_changes_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"source_id" uuid,
	"kind" text NOT NULL,
	"owner_id" uuid,
	"object_id" uuid NOT NULL,
	"follows" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_fills" (
	"kind" text PRIMARY KEY NOT NULL,
	"after_owner" uuid NOT NULL,
	"after_object" uuid NOT NULL,
	"done_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "search_texts" (
	"owner_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"object_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"name" text NOT NULL,
	"words" text NOT NULL,
	CONSTRAINT "search_texts_owner_id_kind_object_id_pk" PRIMARY KEY("owner_id","kind","object_id")
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"owner_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"word" text NOT NULL,
	"objects" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "search_changes_waiting" ON "search_changes" USING btree ("position") WHERE not "search_changes"."follows";
--> statement-breakpoint
CREATE INDEX "search_changes_following" ON "search_changes" USING btree ("position") WHERE "search_changes"."follows";
--> statement-breakpoint
CREATE INDEX "search_texts_newest" ON "search_texts" USING btree ("owner_id","kind","at" DESC NULLS LAST,"object_id");
--> statement-breakpoint
CREATE INDEX "search_texts_of_object" ON "search_texts" USING btree ("object_id","kind");
--> statement-breakpoint
CREATE INDEX "search_texts_words" ON "search_texts" USING gin (search_lexemes("owner_id", "kind", "words")) WITH (fastupdate=false);
--> statement-breakpoint
CREATE UNIQUE INDEX "search_words_once" ON "search_words" USING btree ("owner_id","kind",("word" collate "C"));
--> statement-breakpoint
CREATE INDEX "search_words_by_end" ON "search_words" USING btree ("owner_id","kind",(reverse("word") collate "C"));
--> statement-breakpoint
CREATE INDEX "search_words_unused" ON "search_words" USING btree ("owner_id") WHERE "search_words"."objects" <= 0;
--> statement-breakpoint
-- What no event reports. Arguments: the kind, and the columns of whose change it is, of whom its text is (empty: of all) and of its id.
CREATE FUNCTION note_search_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  changed jsonb := CASE WHEN TG_OP = 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
BEGIN
  INSERT INTO search_changes (source_id, kind, owner_id, object_id)
  VALUES ((changed ->> TG_ARGV[1])::uuid, TG_ARGV[0], (changed ->> TG_ARGV[2])::uuid, (changed ->> TG_ARGV[3])::uuid);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER accounts_found AFTER INSERT OR DELETE ON accounts FOR EACH ROW EXECUTE FUNCTION note_search_change('account', 'seller_id', 'seller_id', 'buyer_id');
--> statement-breakpoint
CREATE TRIGGER accounts_found_renamed AFTER UPDATE ON accounts FOR EACH ROW WHEN ((OLD.name, OLD.nickname, OLD.contacts) IS DISTINCT FROM (NEW.name, NEW.nickname, NEW.contacts)) EXECUTE FUNCTION note_search_change('account', 'seller_id', 'seller_id', 'buyer_id');
--> statement-breakpoint
CREATE TRIGGER entities_found_renamed AFTER UPDATE OF name ON entities FOR EACH ROW WHEN (OLD.name <> NEW.name AND NEW.managed_by IS NULL) EXECUTE FUNCTION note_search_change('business', 'id', '', 'id');
--> statement-breakpoint
CREATE TRIGGER locations_found_renamed AFTER UPDATE OF name, city ON locations FOR EACH ROW WHEN ((OLD.name, OLD.city) IS DISTINCT FROM (NEW.name, NEW.city)) EXECUTE FUNCTION note_search_change('location', 'entity_id', 'entity_id', 'id');
--> statement-breakpoint
CREATE TRIGGER listings_found AFTER INSERT ON listings FOR EACH ROW EXECUTE FUNCTION note_search_change('product', 'seller_id', 'seller_id', 'product_id');
--> statement-breakpoint
CREATE TRIGGER product_reach_found AFTER INSERT ON product_reach FOR EACH ROW EXECUTE FUNCTION note_search_change('product', 'entity_id', 'entity_id', 'product_id');
--> statement-breakpoint
CREATE TRIGGER batch_reach_found AFTER INSERT ON batch_reach FOR EACH ROW EXECUTE FUNCTION note_search_change('batch', 'entity_id', 'entity_id', 'batch_id');
--> statement-breakpoint
CREATE TRIGGER lot_reach_found AFTER INSERT ON lot_reach FOR EACH ROW EXECUTE FUNCTION note_search_change('lot', 'entity_id', 'entity_id', 'lot_id');
--> statement-breakpoint
CREATE TRIGGER invoices_found AFTER INSERT ON invoices FOR EACH ROW WHEN (NEW.opening) EXECUTE FUNCTION note_search_change('invoice', 'seller_id', '', 'id');
--> statement-breakpoint
CREATE TRIGGER price_lists_found AFTER INSERT OR DELETE ON price_lists FOR EACH ROW EXECUTE FUNCTION note_search_change('price_list', 'entity_id', '', 'id');
--> statement-breakpoint
CREATE TRIGGER price_lists_found_renamed AFTER UPDATE ON price_lists FOR EACH ROW WHEN (OLD.name <> NEW.name) EXECUTE FUNCTION note_search_change('price_list', 'entity_id', '', 'id');
--> statement-breakpoint
CREATE TRIGGER recalls_found AFTER INSERT ON recalls FOR EACH ROW EXECUTE FUNCTION note_search_change('recall', 'entity_id', '', 'id');
--> statement-breakpoint
CREATE TRIGGER recall_responses_found AFTER INSERT ON recall_responses FOR EACH ROW EXECUTE FUNCTION note_search_change('recall', 'entity_id', '', 'recall_id');
--> statement-breakpoint
CREATE TRIGGER recall_batches_found AFTER INSERT ON recall_batches FOR EACH ROW EXECUTE FUNCTION note_search_change('recall', 'entity_id', '', 'recall_id');
--> statement-breakpoint
CREATE TRIGGER inventory_transfers_found AFTER INSERT ON inventory_transfers FOR EACH ROW EXECUTE FUNCTION note_search_change('transfer', 'entity_id', '', 'id');
--> statement-breakpoint
CREATE TRIGGER stock_counts_found AFTER INSERT ON stock_counts FOR EACH ROW EXECUTE FUNCTION note_search_change('count', 'entity_id', '', 'id');
--> statement-breakpoint
CREATE TRIGGER stock_counts_found_assigned AFTER UPDATE ON stock_counts FOR EACH ROW WHEN (OLD.assignee_name IS DISTINCT FROM NEW.assignee_name) EXECUTE FUNCTION note_search_change('count', 'entity_id', '', 'id');
--> statement-breakpoint
CREATE TRIGGER users_found AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION note_search_change('member', 'entity_id', '', 'id');
--> statement-breakpoint
CREATE TRIGGER users_found_changed AFTER UPDATE ON users FOR EACH ROW WHEN ((OLD.name, OLD.email, OLD.team_role, OLD.removed_at) IS DISTINCT FROM (NEW.name, NEW.email, NEW.team_role, NEW.removed_at)) EXECUTE FUNCTION note_search_change('member', 'entity_id', '', 'id');
--> statement-breakpoint
CREATE TRIGGER invitations_found AFTER INSERT OR DELETE ON invitations FOR EACH ROW EXECUTE FUNCTION note_search_change('member', 'entity_id', '', 'id');
--> statement-breakpoint
CREATE TRIGGER invitations_found_changed AFTER UPDATE ON invitations FOR EACH ROW WHEN ((OLD.team_role, OLD.accepted_at, OLD.revoked_at) IS DISTINCT FROM (NEW.team_role, NEW.accepted_at, NEW.revoked_at)) EXECUTE FUNCTION note_search_change('member', 'entity_id', '', 'id');
--> statement-breakpoint
CREATE TRIGGER drafts_found AFTER INSERT OR DELETE ON drafts FOR EACH ROW EXECUTE FUNCTION note_search_change('draft', 'seller_id', '', 'id');
--> statement-breakpoint
CREATE TRIGGER drafts_found_sent AFTER UPDATE ON drafts FOR EACH ROW WHEN ((OLD.expires_at IS NULL) <> (NEW.expires_at IS NULL)) EXECUTE FUNCTION note_search_change('draft', 'seller_id', '', 'id');
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "credit_notes_of_seller_by_number" ON "credit_notes" USING btree ("seller_id",search_key("number"));
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "credit_notes_of_buyer_by_number" ON "credit_notes" USING btree ("buyer_id",search_key("number"));
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "invoices_of_seller_by_number" ON "invoices" USING btree ("seller_id",search_key("number"));
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "invoices_of_buyer_by_number" ON "invoices" USING btree ("buyer_id",search_key("number"));
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payments_of_seller_by_reference" ON "payments" USING btree ("seller_id",search_key("reference")) WHERE "payments"."reference" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payments_of_buyer_by_reference" ON "payments" USING btree ("buyer_id",search_key("reference")) WHERE "payments"."reference" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "batch_reach_by_number_key" ON "batch_reach" USING btree ("entity_id",batch_number_key("batch_number"));
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "drafts_of_seller_by_po_number" ON "drafts" USING btree ("seller_id",search_key("po_number")) WHERE "drafts"."po_number" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "drafts_of_buyer_by_po_number" ON "drafts" USING btree ("buyer_id",search_key("po_number")) WHERE "drafts"."po_number" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_sold_by_po_number" ON "orders" USING btree ("wholesaler_id",search_key("po_number")) WHERE "orders"."po_number" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_bought_by_po_number" ON "orders" USING btree ("retailer_id",search_key("po_number")) WHERE "orders"."po_number" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "listings_by_sku_key" ON "listings" USING btree ("seller_id",search_key("sku"));
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "product_variants_by_sku_key" ON "product_variants" USING btree ("entity_id",search_key("sku")) WHERE "product_variants"."deleted_at" is null;
