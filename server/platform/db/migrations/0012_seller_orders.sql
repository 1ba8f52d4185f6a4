-- old writers: unsafe
ALTER TABLE "accounts" ADD COLUMN "seller_orders" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "by_seller" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "buyer_stock" boolean DEFAULT true NOT NULL;