-- old writers: unsafe
CREATE TABLE "bank_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"name" text NOT NULL,
	"routing_number" text,
	"account_number" text,
	"last4" text,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT change_time() NOT NULL,
	CONSTRAINT "bank_accounts_of_entity" UNIQUE("entity_id","id")
);
--> statement-breakpoint
CREATE TABLE "bank_line_payments" (
	"line_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"recorded" boolean NOT NULL,
	"ended" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bank_line_payments_line_id_payment_id_pk" PRIMARY KEY("line_id","payment_id")
);
--> statement-breakpoint
CREATE TABLE "bank_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"statement_id" uuid NOT NULL,
	"format" text NOT NULL,
	"position" integer NOT NULL,
	"posted_on" date NOT NULL,
	"amount_cents" bigint NOT NULL,
	"text" text NOT NULL,
	"text_key" text,
	"reference" text,
	"bank_id" text,
	"once_key" text NOT NULL,
	"kind" text NOT NULL,
	"method" text,
	"reverses" uuid,
	"possible_duplicate_of" uuid,
	"status" text NOT NULL,
	"aside_kind" text,
	"aside_note" text,
	"rest_kind" text,
	"rest_cents" bigint,
	"voided_payment_id" uuid,
	"confirmed_by_id" uuid,
	"confirmed_by_name" text,
	"confirmed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT change_time() NOT NULL,
	CONSTRAINT "bank_lines_format" CHECK ("bank_lines"."format" in ('csv', 'ofx', 'camt053', 'bai2')),
	CONSTRAINT "bank_lines_kind" CHECK ("bank_lines"."kind" in ('credit', 'debit', 'fee', 'reversal')),
	CONSTRAINT "bank_lines_method" CHECK ("bank_lines"."method" in ('cash', 'check', 'ach', 'wire', 'card', 'other')),
	CONSTRAINT "bank_lines_status" CHECK ("bank_lines"."status" in ('open', 'confirmed', 'set_aside')),
	CONSTRAINT "bank_lines_aside" CHECK ("bank_lines"."aside_kind" in ('fee', 'transfer', 'payroll', 'other')),
	CONSTRAINT "bank_lines_set_aside" CHECK (("bank_lines"."status" = 'set_aside') = ("bank_lines"."aside_kind" is not null)),
	CONSTRAINT "bank_lines_rest" CHECK (("bank_lines"."rest_kind" is null) = ("bank_lines"."rest_cents" is null)),
	CONSTRAINT "bank_lines_confirmed" CHECK (("bank_lines"."status" = 'confirmed') = ("bank_lines"."confirmed_at" is not null)),
	CONSTRAINT "bank_lines_amount" CHECK ("bank_lines"."amount_cents" between -999999999999 and 999999999999)
);
--> statement-breakpoint
CREATE TABLE "bank_mappings" (
	"account_id" uuid NOT NULL,
	"header_hash" text NOT NULL,
	"mapping" jsonb NOT NULL,
	CONSTRAINT "bank_mappings_account_id_header_hash_pk" PRIMARY KEY("account_id","header_hash")
);
--> statement-breakpoint
CREATE TABLE "bank_statements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"status" text NOT NULL,
	"format" text NOT NULL,
	"file_name" text NOT NULL,
	"file_size" integer NOT NULL,
	"sha256" text NOT NULL,
	"storage_key" text,
	"from_on" date,
	"to_on" date,
	"columns" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"header_hash" text,
	"mapping" jsonb,
	"counts" jsonb NOT NULL,
	"error" jsonb,
	"errors" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT change_time() NOT NULL,
	CONSTRAINT "bank_statements_of_entity" UNIQUE("entity_id","id"),
	CONSTRAINT "bank_statements_status" CHECK ("bank_statements"."status" in ('mapping', 'reading', 'ready', 'failed')),
	CONSTRAINT "bank_statements_format" CHECK ("bank_statements"."format" in ('csv', 'ofx', 'camt053', 'bai2')),
	CONSTRAINT "bank_statements_error" CHECK (("bank_statements"."status" = 'failed') = ("bank_statements"."error" is not null)),
	CONSTRAINT "bank_statements_file" CHECK (("bank_statements"."status" in ('mapping', 'reading')) = ("bank_statements"."storage_key" is not null))
);
--> statement-breakpoint
ALTER TABLE "api_keys" DROP CONSTRAINT "api_keys_permissions";--> statement-breakpoint
ALTER TABLE "bank_accounts" ADD CONSTRAINT "bank_accounts_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_line_payments" ADD CONSTRAINT "bank_line_payments_line_id_bank_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."bank_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_line_payments" ADD CONSTRAINT "bank_line_payments_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_lines" ADD CONSTRAINT "bank_lines_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_lines" ADD CONSTRAINT "bank_lines_reverses_bank_lines_id_fk" FOREIGN KEY ("reverses") REFERENCES "public"."bank_lines"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_lines" ADD CONSTRAINT "bank_lines_possible_duplicate_of_bank_lines_id_fk" FOREIGN KEY ("possible_duplicate_of") REFERENCES "public"."bank_lines"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_lines" ADD CONSTRAINT "bank_lines_voided_payment_id_payments_id_fk" FOREIGN KEY ("voided_payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_lines" ADD CONSTRAINT "bank_lines_account" FOREIGN KEY ("entity_id","account_id") REFERENCES "public"."bank_accounts"("entity_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_lines" ADD CONSTRAINT "bank_lines_statement" FOREIGN KEY ("entity_id","statement_id") REFERENCES "public"."bank_statements"("entity_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_mappings" ADD CONSTRAINT "bank_mappings_account_id_bank_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."bank_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_statements" ADD CONSTRAINT "bank_statements_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_statements" ADD CONSTRAINT "bank_statements_account" FOREIGN KEY ("entity_id","account_id") REFERENCES "public"."bank_accounts"("entity_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bank_accounts_by_age" ON "bank_accounts" USING btree ("entity_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "bank_line_payments_once" ON "bank_line_payments" USING btree ("line_id","position") WHERE not "bank_line_payments"."ended";--> statement-breakpoint
CREATE UNIQUE INDEX "bank_line_payments_of_payment" ON "bank_line_payments" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "bank_lines_once" ON "bank_lines" USING btree ("account_id","once_key");--> statement-breakpoint
CREATE UNIQUE INDEX "bank_lines_voided" ON "bank_lines" USING btree ("voided_payment_id") WHERE "bank_lines"."voided_payment_id" is not null;--> statement-breakpoint
CREATE INDEX "bank_lines_of_entity" ON "bank_lines" USING btree ("entity_id","posted_on","id");--> statement-breakpoint
CREATE INDEX "bank_lines_by_status" ON "bank_lines" USING btree ("entity_id","status","posted_on","id");--> statement-breakpoint
CREATE INDEX "bank_lines_of_account" ON "bank_lines" USING btree ("account_id","posted_on","amount_cents");--> statement-breakpoint
CREATE INDEX "bank_lines_of_statement" ON "bank_lines" USING btree ("statement_id","id");--> statement-breakpoint
CREATE INDEX "bank_lines_reversing" ON "bank_lines" USING btree ("reverses") WHERE "bank_lines"."reverses" is not null;--> statement-breakpoint
CREATE INDEX "bank_lines_duplicates" ON "bank_lines" USING btree ("possible_duplicate_of") WHERE "bank_lines"."possible_duplicate_of" is not null;--> statement-breakpoint
CREATE INDEX "bank_lines_by_text" ON "bank_lines" USING btree ("entity_id","text_key") WHERE "bank_lines"."status" = 'confirmed';--> statement-breakpoint
CREATE INDEX "bank_statements_by_age" ON "bank_statements" USING btree ("entity_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "bank_statements_once" ON "bank_statements" USING btree ("account_id","sha256") WHERE "bank_statements"."status" <> 'failed';--> statement-breakpoint
CREATE INDEX "bank_statements_waiting" ON "bank_statements" USING btree ("created_at") WHERE "bank_statements"."storage_key" is not null;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_permissions" CHECK (not ("api_keys"."permissions" && array['create:team','delete:team','manage:api-keys','pay:bills','update:team'])) NOT VALID;--> statement-breakpoint
ALTER TABLE "api_keys" VALIDATE CONSTRAINT "api_keys_permissions";--> statement-breakpoint
CREATE TRIGGER bank_statements_updated_at BEFORE UPDATE ON bank_statements FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION keep_updated_at();--> statement-breakpoint
CREATE TRIGGER bank_lines_updated_at BEFORE UPDATE ON bank_lines FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION keep_updated_at();--> statement-breakpoint
CREATE TRIGGER bank_accounts_updated_at BEFORE UPDATE ON bank_accounts FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION keep_updated_at();--> statement-breakpoint
CREATE INDEX CONCURRENTLY "invoices_by_balance" ON "invoices" USING btree ("seller_id",("total_cents" - "settled_cents")) WHERE "invoices"."settled_cents" < "invoices"."total_cents";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "invoices_by_name" ON "invoices" USING btree ("seller_id","buyer_id",("parties" #>> '{bill_to,name}')) WHERE "invoices"."parties" #>> '{bill_to,name}' is not null;
