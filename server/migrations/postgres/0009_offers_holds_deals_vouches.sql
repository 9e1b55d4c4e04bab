CREATE TABLE "deals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"listing_id" uuid,
	"wanted_id" uuid,
	"conversation_id" uuid,
	"buyer_id" uuid NOT NULL,
	"seller_id" uuid NOT NULL,
	"title" text collate "C" NOT NULL,
	"photo" jsonb,
	"state" text collate "C" NOT NULL,
	"sold_at" timestamp (3) with time zone NOT NULL,
	"proposed_at" timestamp (3) with time zone NOT NULL,
	"made_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "line_places" (
	"id" uuid PRIMARY KEY NOT NULL,
	"listing_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"joined_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "offers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"conversation_id" uuid NOT NULL,
	"listing_id" uuid,
	"by_id" uuid NOT NULL,
	"amount_cents" integer NOT NULL,
	"listing_price_cents" integer,
	"state" text collate "C" NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vouches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"deal_id" uuid NOT NULL,
	"writer_id" uuid NOT NULL,
	"subject_id" uuid NOT NULL,
	"rating" text collate "C" NOT NULL,
	"text" text collate "C",
	"written_at" timestamp (3) with time zone NOT NULL,
	"releases_at" timestamp (3) with time zone NOT NULL,
	"answer" text collate "C",
	"answered_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "hold_conversation_id" uuid;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "hold_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "offer_id" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "deal_id" uuid;--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_wanted_id_wanted_id_fk" FOREIGN KEY ("wanted_id") REFERENCES "public"."wanted"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "line_places" ADD CONSTRAINT "line_places_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "line_places" ADD CONSTRAINT "line_places_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vouches" ADD CONSTRAINT "vouches_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vouches" ADD CONSTRAINT "vouches_writer_id_users_id_fk" FOREIGN KEY ("writer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vouches" ADD CONSTRAINT "vouches_subject_id_users_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "deals_listing" ON "deals" USING btree ("listing_id") WHERE listing_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "deals_wanted" ON "deals" USING btree ("wanted_id") WHERE wanted_id is not null;--> statement-breakpoint
CREATE INDEX "deals_buyer" ON "deals" USING btree ("buyer_id","made_at");--> statement-breakpoint
CREATE INDEX "deals_seller" ON "deals" USING btree ("seller_id","made_at");--> statement-breakpoint
CREATE INDEX "deals_conversation" ON "deals" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "deals_proposed" ON "deals" USING btree ("proposed_at") WHERE state = 'proposed';--> statement-breakpoint
CREATE UNIQUE INDEX "line_places_once" ON "line_places" USING btree ("listing_id","person_id");--> statement-breakpoint
CREATE INDEX "line_places_person" ON "line_places" USING btree ("person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "offers_open" ON "offers" USING btree ("conversation_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "offers_conversation" ON "offers" USING btree ("conversation_id","created_at");--> statement-breakpoint
CREATE INDEX "offers_listing" ON "offers" USING btree ("listing_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "offers_expiring" ON "offers" USING btree ("expires_at") WHERE state = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "vouches_once" ON "vouches" USING btree ("deal_id","writer_id");--> statement-breakpoint
CREATE INDEX "vouches_subject" ON "vouches" USING btree ("subject_id","releases_at","id");--> statement-breakpoint
CREATE INDEX "vouches_writer" ON "vouches" USING btree ("writer_id");--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "listings_on_hold" ON "listings" USING btree ("hold_until") WHERE hold_until is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "messages_offer" ON "messages" USING btree ("offer_id") WHERE offer_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "messages_deal" ON "messages" USING btree ("deal_id") WHERE deal_id is not null;