-- old writers: safe
CREATE TABLE "remittance_lines" (
	"remittance_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"amount_cents" bigint NOT NULL,
	CONSTRAINT "remittance_lines_remittance_id_invoice_id_pk" PRIMARY KEY("remittance_id","invoice_id"),
	CONSTRAINT "remittance_lines_amount" CHECK ("remittance_lines"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "remittances" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seller_id" uuid NOT NULL,
	"buyer_id" uuid NOT NULL,
	"status" text DEFAULT 'sent' NOT NULL,
	"method" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"sent_on" date NOT NULL,
	"reference" text,
	"note" text,
	"decline_note" text,
	"payment_id" uuid,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT change_time() NOT NULL,
	CONSTRAINT "remittances_status" CHECK ("remittances"."status" in ('sent', 'recorded', 'declined', 'withdrawn')),
	CONSTRAINT "remittances_method" CHECK ("remittances"."method" in ('cash', 'check', 'ach', 'wire', 'card', 'other')),
	CONSTRAINT "remittances_amount" CHECK ("remittances"."amount_cents" between 1 and 999999999999),
	CONSTRAINT "remittances_recorded" CHECK (("remittances"."status" = 'recorded') = ("remittances"."payment_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "remittance_lines" ADD CONSTRAINT "remittance_lines_remittance_id_remittances_id_fk" FOREIGN KEY ("remittance_id") REFERENCES "public"."remittances"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remittances" ADD CONSTRAINT "remittances_account" FOREIGN KEY ("seller_id","buyer_id") REFERENCES "public"."accounts"("seller_id","buyer_id") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "remittance_lines_of_invoice" ON "remittance_lines" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "remittances_of_seller" ON "remittances" USING btree ("seller_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "remittances_of_buyer" ON "remittances" USING btree ("buyer_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "remittances_by_change" ON "remittances" USING btree ("seller_id","updated_at");--> statement-breakpoint
CREATE INDEX "remittances_by_change_of_buyer" ON "remittances" USING btree ("buyer_id","updated_at");--> statement-breakpoint
CREATE INDEX "remittances_waiting" ON "remittances" USING btree ("seller_id","buyer_id") WHERE "remittances"."status" = 'sent';--> statement-breakpoint
CREATE UNIQUE INDEX "remittances_payment" ON "remittances" USING btree ("payment_id") WHERE "remittances"."payment_id" is not null;
--> statement-breakpoint
CREATE TRIGGER remittances_updated_at BEFORE UPDATE ON remittances FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION keep_updated_at();
