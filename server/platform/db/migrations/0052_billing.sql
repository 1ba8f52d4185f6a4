-- old writers: safe
CREATE TABLE "accounting_accounts" (
	"entity_id" uuid PRIMARY KEY NOT NULL,
	"accounts" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT change_time() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "accounting_exports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"format" text NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"only" text NOT NULL,
	"rows" integer NOT NULL,
	"total_cents" bigint NOT NULL,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "accounting_exports_kind" CHECK ("accounting_exports"."kind" in ('customers', 'invoices', 'payments', 'journal')),
	CONSTRAINT "accounting_exports_format" CHECK ("accounting_exports"."format" in ('quickbooks', 'iif', 'neutral')),
	CONSTRAINT "accounting_exports_only" CHECK ("accounting_exports"."only" in ('new', 'all'))
);
--> statement-breakpoint
CREATE TABLE "accounting_files" (
	"export_id" uuid NOT NULL,
	"n" integer NOT NULL,
	"name" text NOT NULL,
	"rows" integer NOT NULL,
	"contents" "bytea" NOT NULL,
	CONSTRAINT "accounting_files_export_id_n_pk" PRIMARY KEY("export_id","n")
);
--> statement-breakpoint
CREATE TABLE "accounting_rows" (
	"export_id" uuid,
	"entity_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"format" text NOT NULL,
	"document_id" uuid NOT NULL,
	"part" text NOT NULL,
	CONSTRAINT "accounting_rows_entity_id_kind_format_document_id_part_pk" PRIMARY KEY("entity_id","kind","format","document_id","part"),
	CONSTRAINT "accounting_rows_kind" CHECK ("accounting_rows"."kind" in ('customers', 'invoices', 'payments', 'journal')),
	CONSTRAINT "accounting_rows_format" CHECK ("accounting_rows"."format" in ('quickbooks', 'iif', 'neutral')),
	CONSTRAINT "accounting_rows_part" CHECK ("accounting_rows"."part" in ('document', 'void'))
);
--> statement-breakpoint
CREATE TABLE "credit_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seller_id" uuid NOT NULL,
	"buyer_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"number" text NOT NULL,
	"source" text NOT NULL,
	"reason" text NOT NULL,
	"issued_on" date NOT NULL,
	"subtotal_cents" bigint NOT NULL,
	"discount_cents" bigint NOT NULL,
	"tax_cents" bigint NOT NULL,
	"total_cents" bigint NOT NULL,
	"allocated_cents" bigint DEFAULT 0 NOT NULL,
	"remaining" jsonb NOT NULL,
	"document" jsonb NOT NULL,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT change_time() NOT NULL,
	CONSTRAINT "credit_notes_of_pair" UNIQUE("seller_id","buyer_id","id"),
	CONSTRAINT "credit_notes_number" UNIQUE("seller_id","number"),
	CONSTRAINT "credit_notes_source" CHECK ("credit_notes"."source" in ('seller', 'receipt')),
	CONSTRAINT "credit_notes_money" CHECK ("credit_notes"."total_cents" = "credit_notes"."subtotal_cents" - "credit_notes"."discount_cents" + "credit_notes"."tax_cents" and "credit_notes"."total_cents" between 1 and 999999999999),
	CONSTRAINT "credit_notes_allocated" CHECK ("credit_notes"."allocated_cents" between 0 and "credit_notes"."total_cents")
);
--> statement-breakpoint
CREATE TABLE "document_counters" (
	"seller_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"last" bigint NOT NULL,
	CONSTRAINT "document_counters_seller_id_kind_pk" PRIMARY KEY("seller_id","kind"),
	CONSTRAINT "document_counters_kind" CHECK ("document_counters"."kind" in ('invoice', 'credit'))
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seller_id" uuid NOT NULL,
	"buyer_id" uuid NOT NULL,
	"order_id" uuid,
	"number" text NOT NULL,
	"opening" boolean DEFAULT false NOT NULL,
	"issued_on" date NOT NULL,
	"due_on" date NOT NULL,
	"subtotal_cents" bigint NOT NULL,
	"discount_cents" bigint NOT NULL,
	"freight_cents" bigint NOT NULL,
	"tax_cents" bigint NOT NULL,
	"total_cents" bigint NOT NULL,
	"settled_cents" bigint DEFAULT 0 NOT NULL,
	"pending_credit_cents" bigint DEFAULT 0 NOT NULL,
	"pending_until" timestamp (3) with time zone,
	"document" jsonb,
	"parties" jsonb,
	"overdue_at" timestamp (3) with time zone,
	"reminded" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT change_time() NOT NULL,
	CONSTRAINT "invoices_of_order" UNIQUE("order_id"),
	CONSTRAINT "invoices_of_pair" UNIQUE("seller_id","buyer_id","id"),
	CONSTRAINT "invoices_number" UNIQUE("seller_id","opening","number"),
	CONSTRAINT "invoices_money" CHECK ("invoices"."subtotal_cents" >= 0 and "invoices"."tax_cents" >= 0 and "invoices"."discount_cents" between 0 and "invoices"."subtotal_cents" and "invoices"."freight_cents" >= 0
        and "invoices"."total_cents" = "invoices"."subtotal_cents" - "invoices"."discount_cents" + "invoices"."freight_cents" + "invoices"."tax_cents" and "invoices"."total_cents" <= 999999999999),
	CONSTRAINT "invoices_settled" CHECK ("invoices"."settled_cents" between 0 and "invoices"."total_cents"),
	CONSTRAINT "invoices_pending_credit" CHECK ("invoices"."pending_credit_cents" between 0 and "invoices"."total_cents"),
	CONSTRAINT "invoices_due" CHECK ("invoices"."due_on" >= "invoices"."issued_on"),
	CONSTRAINT "invoices_kind" CHECK ("invoices"."opening" = ("invoices"."order_id" is null) and "invoices"."opening" = ("invoices"."document" is null))
);
--> statement-breakpoint
CREATE TABLE "allocations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seller_id" uuid NOT NULL,
	"buyer_id" uuid NOT NULL,
	"payment_id" uuid,
	"credit_note_id" uuid,
	"invoice_id" uuid,
	"refund_id" uuid,
	"amount_cents" bigint NOT NULL,
	"made_on" date NOT NULL,
	"reversed_on" date,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "allocations_source" CHECK (num_nonnulls("allocations"."payment_id", "allocations"."credit_note_id") = 1),
	CONSTRAINT "allocations_target" CHECK (num_nonnulls("allocations"."invoice_id", "allocations"."refund_id") = 1),
	CONSTRAINT "allocations_amount" CHECK ("allocations"."amount_cents" > 0),
	CONSTRAINT "allocations_reversed" CHECK ("allocations"."reversed_on" >= "allocations"."made_on")
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seller_id" uuid NOT NULL,
	"buyer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"method" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"allocated_cents" bigint DEFAULT 0 NOT NULL,
	"received_on" date NOT NULL,
	"recorded_on" date NOT NULL,
	"reference" text,
	"notes" text,
	"counted_by" text,
	"status" text DEFAULT 'recorded' NOT NULL,
	"voided_on" date,
	"void_reason" text,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT change_time() NOT NULL,
	CONSTRAINT "payments_of_pair" UNIQUE("seller_id","buyer_id","id"),
	CONSTRAINT "payments_kind" CHECK ("payments"."kind" in ('payment', 'refund')),
	CONSTRAINT "payments_method" CHECK ("payments"."method" in ('cash', 'check', 'ach', 'wire', 'card', 'other')),
	CONSTRAINT "payments_status" CHECK ("payments"."status" in ('recorded', 'voided')),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount_cents" between 1 and 999999999999),
	CONSTRAINT "payments_allocated" CHECK ("payments"."allocated_cents" between 0 and "payments"."amount_cents"),
	CONSTRAINT "payments_voided" CHECK (("payments"."status" = 'voided') = ("payments"."voided_on" is not null) and ("payments"."status" <> 'voided' or "payments"."allocated_cents" = 0))
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "terms_days" smallint;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "credit_limit_cents" bigint;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "credit_check" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "on_hold" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "entities" ADD COLUMN "default_terms_days" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "entities" ADD COLUMN "credit_check" text DEFAULT 'placing' NOT NULL;--> statement-breakpoint
ALTER TABLE "entities" ADD COLUMN "block_overdue_days" smallint;--> statement-breakpoint
ALTER TABLE "entities" ADD COLUMN "invoice_at" text DEFAULT 'shipped' NOT NULL;--> statement-breakpoint
ALTER TABLE "entities" ADD COLUMN "dunning" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "entities" ADD COLUMN "remittance_text" text;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "unit_cost" numeric(14, 4);--> statement-breakpoint
ALTER TABLE "accounting_accounts" ADD CONSTRAINT "accounting_accounts_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounting_exports" ADD CONSTRAINT "accounting_exports_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounting_files" ADD CONSTRAINT "accounting_files_export_id_accounting_exports_id_fk" FOREIGN KEY ("export_id") REFERENCES "public"."accounting_exports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounting_rows" ADD CONSTRAINT "accounting_rows_export_id_accounting_exports_id_fk" FOREIGN KEY ("export_id") REFERENCES "public"."accounting_exports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_account" FOREIGN KEY ("seller_id","buyer_id") REFERENCES "public"."accounts"("seller_id","buyer_id") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_invoice" FOREIGN KEY ("seller_id","buyer_id","invoice_id") REFERENCES "public"."invoices"("seller_id","buyer_id","id") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "document_counters" ADD CONSTRAINT "document_counters_seller_id_entities_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_account" FOREIGN KEY ("seller_id","buyer_id") REFERENCES "public"."accounts"("seller_id","buyer_id") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_payment" FOREIGN KEY ("seller_id","buyer_id","payment_id") REFERENCES "public"."payments"("seller_id","buyer_id","id") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_credit_note" FOREIGN KEY ("seller_id","buyer_id","credit_note_id") REFERENCES "public"."credit_notes"("seller_id","buyer_id","id") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_invoice" FOREIGN KEY ("seller_id","buyer_id","invoice_id") REFERENCES "public"."invoices"("seller_id","buyer_id","id") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_refund" FOREIGN KEY ("seller_id","buyer_id","refund_id") REFERENCES "public"."payments"("seller_id","buyer_id","id") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_account" FOREIGN KEY ("seller_id","buyer_id") REFERENCES "public"."accounts"("seller_id","buyer_id") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "accounting_exports_of_entity" ON "accounting_exports" USING btree ("entity_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "accounting_exports_by_age" ON "accounting_exports" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "accounting_rows_of_export" ON "accounting_rows" USING btree ("export_id");--> statement-breakpoint
CREATE INDEX "credit_notes_of_invoice" ON "credit_notes" USING btree ("invoice_id","id");--> statement-breakpoint
CREATE INDEX "credit_notes_of_seller" ON "credit_notes" USING btree ("seller_id","issued_on" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "credit_notes_of_buyer" ON "credit_notes" USING btree ("buyer_id","issued_on" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "credit_notes_left" ON "credit_notes" USING btree ("seller_id","buyer_id") WHERE "credit_notes"."allocated_cents" < "credit_notes"."total_cents";--> statement-breakpoint
CREATE INDEX "invoices_of_seller" ON "invoices" USING btree ("seller_id","issued_on" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "invoices_of_buyer" ON "invoices" USING btree ("buyer_id","issued_on" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "invoices_open" ON "invoices" USING btree ("seller_id","buyer_id","due_on") WHERE "invoices"."settled_cents" < "invoices"."total_cents";--> statement-breakpoint
CREATE INDEX "invoices_open_of_buyer" ON "invoices" USING btree ("buyer_id","due_on") WHERE "invoices"."settled_cents" < "invoices"."total_cents";--> statement-breakpoint
CREATE INDEX "invoices_pending" ON "invoices" USING btree ("pending_until") WHERE "invoices"."pending_until" is not null;--> statement-breakpoint
CREATE INDEX "invoices_not_reported" ON "invoices" USING btree ("due_on") WHERE "invoices"."overdue_at" is null and "invoices"."settled_cents" < "invoices"."total_cents";--> statement-breakpoint
CREATE INDEX "allocations_of_payment" ON "allocations" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "allocations_of_credit_note" ON "allocations" USING btree ("credit_note_id");--> statement-breakpoint
CREATE INDEX "allocations_of_invoice" ON "allocations" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "allocations_of_refund" ON "allocations" USING btree ("refund_id");--> statement-breakpoint
CREATE INDEX "allocations_by_day" ON "allocations" USING btree ("seller_id","made_on");--> statement-breakpoint
CREATE INDEX "allocations_reversed_by_day" ON "allocations" USING btree ("seller_id","reversed_on") WHERE "allocations"."reversed_on" is not null;--> statement-breakpoint
CREATE INDEX "payments_of_seller" ON "payments" USING btree ("seller_id","received_on" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "payments_of_buyer" ON "payments" USING btree ("buyer_id","received_on" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "payments_left" ON "payments" USING btree ("seller_id","buyer_id") WHERE "payments"."allocated_cents" < "payments"."amount_cents" and "payments"."status" = 'recorded' and "payments"."kind" = 'payment';--> statement-breakpoint
CREATE INDEX "payments_alike" ON "payments" USING btree ("seller_id","buyer_id","received_on");--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_terms_days" CHECK ("accounts"."terms_days" between 0 and 365);--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_credit_limit" CHECK ("accounts"."credit_limit_cents" between 0 and 999999999999);--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_credit_check" CHECK ("accounts"."credit_check" in ('placing', 'accepting', 'shipping'));--> statement-breakpoint
ALTER TABLE "entities" ADD CONSTRAINT "entities_terms_days" CHECK ("entities"."default_terms_days" between 0 and 365);--> statement-breakpoint
ALTER TABLE "entities" ADD CONSTRAINT "entities_credit_check" CHECK ("entities"."credit_check" in ('placing', 'accepting', 'shipping'));--> statement-breakpoint
ALTER TABLE "entities" ADD CONSTRAINT "entities_block_overdue" CHECK ("entities"."block_overdue_days" between 0 and 365);--> statement-breakpoint
ALTER TABLE "entities" ADD CONSTRAINT "entities_invoice_at" CHECK ("entities"."invoice_at" in ('shipped', 'delivered'));--> statement-breakpoint
-- A merge moves the money of a pair while several of these refer to one another.
ALTER TABLE "credit_notes" ALTER CONSTRAINT "credit_notes_invoice" DEFERRABLE INITIALLY IMMEDIATE;--> statement-breakpoint
ALTER TABLE "allocations" ALTER CONSTRAINT "allocations_payment" DEFERRABLE INITIALLY IMMEDIATE;--> statement-breakpoint
ALTER TABLE "allocations" ALTER CONSTRAINT "allocations_credit_note" DEFERRABLE INITIALLY IMMEDIATE;--> statement-breakpoint
ALTER TABLE "allocations" ALTER CONSTRAINT "allocations_invoice" DEFERRABLE INITIALLY IMMEDIATE;--> statement-breakpoint
ALTER TABLE "allocations" ALTER CONSTRAINT "allocations_refund" DEFERRABLE INITIALLY IMMEDIATE;--> statement-breakpoint
CREATE TRIGGER "invoices_updated_at" BEFORE UPDATE ON "invoices"
  FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_updated_at();--> statement-breakpoint
CREATE TRIGGER "credit_notes_updated_at" BEFORE UPDATE ON "credit_notes"
  FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_updated_at();--> statement-breakpoint
CREATE TRIGGER "payments_updated_at" BEFORE UPDATE ON "payments"
  FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_updated_at();--> statement-breakpoint
CREATE TRIGGER "accounting_accounts_updated_at" BEFORE UPDATE ON "accounting_accounts"
  FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_updated_at();
