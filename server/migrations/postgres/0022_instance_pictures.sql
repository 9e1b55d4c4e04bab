-- serves programs since 0021_accepted_offers_and_removed_listings
ALTER TABLE "uploads" ALTER COLUMN "owner_id" DROP NOT NULL;