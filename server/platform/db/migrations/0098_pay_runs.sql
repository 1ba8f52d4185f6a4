-- old writers: safe
CREATE TABLE "pay_run_lines" (
	"run_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"amount_cents" bigint NOT NULL,
	"open" boolean DEFAULT true NOT NULL,
	CONSTRAINT "pay_run_lines_run_id_invoice_id_pk" PRIMARY KEY("run_id","invoice_id"),
	CONSTRAINT "pay_run_lines_amount" CHECK ("pay_run_lines"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "pay_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"reference" text NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"pay_on" date NOT NULL,
	"total_cents" bigint NOT NULL,
	"file" text,
	"file_on" date,
	"modifier" text,
	"made_at" timestamp (3) with time zone,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT change_time() NOT NULL,
	CONSTRAINT "pay_runs_status" CHECK ("pay_runs"."status" in ('draft', 'made', 'sent', 'cancelled')),
	CONSTRAINT "pay_runs_total" CHECK ("pay_runs"."total_cents" between 1 and 999999999999),
	CONSTRAINT "pay_runs_made" CHECK ("pay_runs"."status" not in ('made', 'sent') or "pay_runs"."made_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "payees" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seller_id" uuid NOT NULL,
	"buyer_id" uuid NOT NULL,
	"routing_number" text NOT NULL,
	"account_number" text NOT NULL,
	"last4" text NOT NULL,
	"type" text NOT NULL,
	"name" text NOT NULL,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"entered_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"approved_by_id" uuid,
	"approved_by_name" text,
	"approved_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT change_time() NOT NULL,
	CONSTRAINT "payees_of_pair" UNIQUE("buyer_id","seller_id"),
	CONSTRAINT "payees_type" CHECK ("payees"."type" in ('checking', 'savings'))
);
--> statement-breakpoint
ALTER TABLE "pay_run_lines" ADD CONSTRAINT "pay_run_lines_run_id_pay_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."pay_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_run_lines" ADD CONSTRAINT "pay_run_lines_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_runs" ADD CONSTRAINT "pay_runs_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_runs" ADD CONSTRAINT "pay_runs_account" FOREIGN KEY ("entity_id","account_id") REFERENCES "public"."bank_accounts"("entity_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payees" ADD CONSTRAINT "payees_account" FOREIGN KEY ("seller_id","buyer_id") REFERENCES "public"."accounts"("seller_id","buyer_id") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
CREATE UNIQUE INDEX "pay_run_lines_open" ON "pay_run_lines" USING btree ("invoice_id") WHERE "pay_run_lines"."open";--> statement-breakpoint
CREATE INDEX "pay_runs_by_age" ON "pay_runs" USING btree ("entity_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "pay_runs_reference" ON "pay_runs" USING btree ("entity_id","reference");--> statement-breakpoint
CREATE UNIQUE INDEX "pay_runs_modifier" ON "pay_runs" USING btree ("account_id","file_on","modifier") WHERE "pay_runs"."modifier" is not null;--> statement-breakpoint
CREATE INDEX "pay_runs_kept" ON "pay_runs" USING btree ("made_at") WHERE "pay_runs"."file" is not null;--> statement-breakpoint
CREATE TRIGGER payees_updated_at BEFORE UPDATE ON payees FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION keep_updated_at();--> statement-breakpoint
CREATE TRIGGER pay_runs_updated_at BEFORE UPDATE ON pay_runs FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION keep_updated_at();
