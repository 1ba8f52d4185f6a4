CREATE TABLE "notification_preferences" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"bell" boolean NOT NULL,
	"mail" text NOT NULL,
	CONSTRAINT "notification_preferences_user_id_kind_pk" PRIMARY KEY("user_id","kind"),
	CONSTRAINT "notification_preferences_kind" CHECK ("notification_preferences"."kind" in ('new_order', 'order_moved', 'comment', 'low_stock', 'expiration', 'recall', 'sync_failed', 'webhook_disabled', 'connection_requested', 'new_device', 'security_change')),
	CONSTRAINT "notification_preferences_mail" CHECK ("notification_preferences"."mail" in ('off', 'at_once', 'daily'))
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"entity_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"permission" text,
	"location_ids" uuid[],
	"object_type" text NOT NULL,
	"object_id" uuid NOT NULL,
	"object_name" text NOT NULL,
	"summary" text NOT NULL,
	"bell" boolean NOT NULL,
	"mail" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp (3) with time zone,
	CONSTRAINT "notifications_once" UNIQUE("event_id","user_id","kind"),
	CONSTRAINT "notifications_kind" CHECK ("notifications"."kind" in ('new_order', 'order_moved', 'comment', 'low_stock', 'expiration', 'recall', 'sync_failed', 'webhook_disabled', 'connection_requested', 'new_device', 'security_change')),
	CONSTRAINT "notifications_mail" CHECK ("notifications"."mail" in ('none', 'at_once', 'counted', 'daily', 'sent'))
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"notice" jsonb
);
--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_entity_id_user_id_users_entity_id_id_fk" FOREIGN KEY ("entity_id","user_id") REFERENCES "public"."users"("entity_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notifications_of_user" ON "notifications" USING btree ("user_id","created_at" DESC NULLS LAST,"id") WHERE "notifications"."bell";--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id","created_at" DESC NULLS LAST,"id") WHERE "notifications"."bell" and "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_for_digest" ON "notifications" USING btree ("user_id","created_at") WHERE "notifications"."mail" = 'daily';--> statement-breakpoint
CREATE INDEX "notifications_age" ON "notifications" USING btree ("created_at");