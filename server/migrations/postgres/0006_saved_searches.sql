CREATE TABLE "dismissals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"listing_id" uuid,
	"seller_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "listing_alerts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"listing_id" uuid NOT NULL,
	"price_cents" integer NOT NULL,
	"search_id" uuid,
	"due_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "saved_search_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"search_id" uuid NOT NULL,
	"key" text collate "C" NOT NULL,
	"category" text collate "C" NOT NULL,
	"size" text collate "C" NOT NULL,
	"max_price_cents" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_searches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"name" text collate "C" NOT NULL,
	"query" text collate "C" NOT NULL,
	"query_key" text collate "C" NOT NULL,
	"terms" jsonb NOT NULL,
	"alerts" text collate "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"last_found_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "search_finds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"search_id" uuid NOT NULL,
	"listing_id" uuid NOT NULL,
	"found_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"listing_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_mails" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"is_off" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "searched_listings" (
	"listing_id" uuid PRIMARY KEY NOT NULL,
	"snapshot" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "dismissals" ADD CONSTRAINT "dismissals_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dismissals" ADD CONSTRAINT "dismissals_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dismissals" ADD CONSTRAINT "dismissals_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_alerts" ADD CONSTRAINT "listing_alerts_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_alerts" ADD CONSTRAINT "listing_alerts_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_search_keys" ADD CONSTRAINT "saved_search_keys_search_id_saved_searches_id_fk" FOREIGN KEY ("search_id") REFERENCES "public"."saved_searches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_searches" ADD CONSTRAINT "saved_searches_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_finds" ADD CONSTRAINT "search_finds_search_id_saved_searches_id_fk" FOREIGN KEY ("search_id") REFERENCES "public"."saved_searches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_finds" ADD CONSTRAINT "search_finds_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_mails" ADD CONSTRAINT "search_mails_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "searched_listings" ADD CONSTRAINT "searched_listings_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "dismissals_listing" ON "dismissals" USING btree ("person_id","listing_id") WHERE listing_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "dismissals_seller" ON "dismissals" USING btree ("person_id","seller_id") WHERE seller_id is not null;--> statement-breakpoint
CREATE INDEX "dismissals_of_listing" ON "dismissals" USING btree ("listing_id") WHERE listing_id is not null;--> statement-breakpoint
CREATE INDEX "dismissals_of_seller" ON "dismissals" USING btree ("seller_id") WHERE seller_id is not null;--> statement-breakpoint
CREATE INDEX "dismissals_list" ON "dismissals" USING btree ("person_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "listing_alerts_once" ON "listing_alerts" USING btree ("person_id","listing_id");--> statement-breakpoint
CREATE INDEX "listing_alerts_listing" ON "listing_alerts" USING btree ("listing_id","person_id");--> statement-breakpoint
CREATE INDEX "listing_alerts_due" ON "listing_alerts" USING btree ("due_at","person_id") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "saved_search_keys_find" ON "saved_search_keys" USING btree ("key","category","size","max_price_cents","search_id");--> statement-breakpoint
CREATE INDEX "saved_search_keys_search" ON "saved_search_keys" USING btree ("search_id");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_searches_once" ON "saved_searches" USING btree ("person_id","query_key");--> statement-breakpoint
CREATE INDEX "saved_searches_list" ON "saved_searches" USING btree ("person_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "search_finds_once" ON "search_finds" USING btree ("search_id","listing_id");--> statement-breakpoint
CREATE INDEX "search_finds_new" ON "search_finds" USING btree ("search_id","found_at");--> statement-breakpoint
CREATE INDEX "search_finds_listing" ON "search_finds" USING btree ("listing_id");--> statement-breakpoint
CREATE INDEX "search_finds_old" ON "search_finds" USING btree ("found_at");