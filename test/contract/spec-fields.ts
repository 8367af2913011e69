// The resources of SPEC.md as data. `[/a/*]` sets the parent path of the following names, `type: names` lists them. A
// trailing `?` marks an optional key. `any[]` and `object` are used where SPEC.md shows no inner shape.

export const specFields: Readonly<Record<string, string>> = {
  'storefront.products': `
    [/*]
    integer: id
    string: title body_html vendor product_type created_at updated_at published_at handle template_suffix published_scope tags
    [/*/variants/*]
    integer: id product_id position grams
    string: title price sku compare_at_price fulfillment_service option1 created_at updated_at barcode weight_unit
    string|null: inventory_management option2 option3
    boolean: taxable requires_shipping
    integer|null: image_id
    number: weight
    [/*/variants/*/quantity_rule]
    integer: min increment
    integer|null: max
    [/*/options/*]
    integer: id product_id position
    string: name
    string[]: values
    [/*/images/*]
    integer: id product_id position width height
    string: created_at updated_at alt src
    integer[]: variant_ids
    [/*/image]
    integer: id product_id position width height
    string: created_at updated_at alt src
    integer[]: variant_ids`,
  'watchmarket.filters': `
    [/*]
    string: id label input_type? filterGroupId? inputType?
    boolean: searchable
    map[]: values`,
  'watchmarket.search': `
    []
    string: url
    [/stats]
    integer: total_results
    [/stats/price_stats]
    number: lowest_price median_price average_price highest_price
    [/results/*]
    string: id url title location shipping subtitle
    string|null: badge
    string[]: images
    [/results/*/price]
    number: amount
    string: currency symbol`,
  'watchmarket.product': `
    []
    string: sku name brand description
    string[]: images
    [/price]
    number: amount
    string: currency
    boolean: negotiable
    [/seller]
    string: name country reviews_count
    number: rating
    boolean: verified
    [/seller/badges/*]
    string: type description
    string|null: level
    [/seller/shipping]
    string: availability delivery_time delivery_details
    [/shipping]
    string: location delivery_time
    [/specifications]
    string: dial? brand? clasp? model? price? gender? crystal? location? movement? condition? availability? listing_code? case_diameter? case_material? dial_numerals? bezel_material? bracelet_color? clasp_material? caliber_movement? reference_number? bracelet_material? scope_of_delivery? year_of_production? slug? description? price_valid_until?
    any[]: breadcrumbs?`,
  'sneakerhub.search': `
    [/*]
    string: id url name slug image category`,
  'sneakerhub.product': `
    []
    integer: id selling_count microposts_count used_for_sale_count with_defect_for_sale_count lowest_price_cents new_lowest_price_cents used_lowest_price_cents maximum_offer_cents minimum_offer_cents special_display_price_cents
    string: sku name slug color story season status details midsole designer nickname size_type size_unit brand_name silhouette size_brand story_html picture_url product_type special_type internal_shot single_gender upper_material taxonomy_level1 taxonomy_level2 grid_picture_url main_picture_url product_category grid_glow_picture_url main_glow_picture_url release_date
    string|null: release_date_name
    string[]: gender category
    any[]: age_groups product_taxonomy available_sizes_new available_sizes_used available_sizes_new_v2 available_sizes_new_with_defects
    number[]: size_range
    boolean: user_own user_want is_ownable is_wantable is_offerable is_resellable direct_shipping is_raffle_product is_fashion_product is_alias_resellable wallet_pay_only_promo render_images_in_order is_availability_restricted
    [/size_options/*]
    number: value
    string: presentation
    [/featured_in/*]
    string: name slug clickthrough_destination
    [/robot_assets/*]
    string: url
    [/product_template_external_pictures/*]
    integer: order
    number: aspect
    string: source_url dominant_color attribution_url grid_picture_url main_picture_url
    [/localized_special_display_price_cents]
    integer: amount amount_usd_cents
    string: currency`,
  'sneakerhub.prices': `
    [/*]
    string: stockStatus boxCondition shoeCondition
    [/*/sizeOption]
    number: value
    string: presentation
    [/*/lowestPriceCents]
    string: currency
    integer: amount?
    [/*/lastSoldPriceCents]
    integer: amount amountUsdCents
    string: currency
    [/*/instantShipLowestPriceCents]
    string: currency
    integer: amount?`,
  'sneakerhub.trends': `
    [/*]
    string: id url name slug brand category silhouette release_date
    string|null: image
    boolean: in_stock
    integer|null: lowest_price_cents
    integer: retail_price_cents`,
  'sneakerexchange.search': `
    [/*]
    string: id slug name sku category brand image colorway`,
  'sneakerexchange.product': `
    []
    string: id sku name slug brand image model gender category
    string[]: 360_images
    [/market/bids]
    number: lowest_ask highest_bid number_asks number_bids
    [/market/sales]
    number: last_sale sales_last_72h
    [/traits/*]
    string: name value
    [/variants/*]
    string: id
    [/variants/*/gtins/*]
    string: type identifier
    [/variants/*/sizes/*]
    string: size type
    [/variants/*/market/bids]
    number: lowest_ask highest_bid number_asks number_bids
    [/variants/*/market/sales]
    number: last_sale sales_last_72h
    [/variants/*/traits]
    string: size`,
  'sneakerexchange.trends': `
    [/*]
    string: id slug name brand sku image category release_date`,
  'sneakerstore.product': `
    []
    string: id slug name description sku
    string[]: images`,
  'fastfashion1.product': `
    []
    string: sku name color image description
    [/variants/*]
    string: sku size color image price_currency
    number: price`,
  'fastfashion2.product': `
    []
    string: id name image_url category_id description product_page_url
    string|null: brand_external_id
    boolean: active disabled
    any[]: eans upcs isbns story_ids family_ids review_ids question_ids model_numbers
    object: brand
    string[]: attributes_order manufacturer_part_numbers
    [/variants/*]
    string: id
    [/variants/*/attributes]
    string: size color
    [/variants/*/pricing]
    number: sale standard
    boolean: available is_promo_price show_standard_price sale_price_available standard_price_available
    string: multibuy_msg formatted_sale price_percentage formatted_standard price_percentage_money
    object: value sale_price_money standard_price_money
    [/variants/*/pricing/quantities/*]
    string: unit
    number: value
    [/variants/*/availability]
    string: ats status in_stock_msg selected_qty in_stock_date pre_order_msg qty_threshold back_order_msg purchase_level status_quantity
    boolean: in_stock available is_available low_in_stock available_for_sale generally_available selection_overdrive
    integer: current_qty regular_qty max_selected_qty`,
  'fastfashion3.product': `
    []
    string: sku name color description price_currency
    number: price
    string[]: images`,
  'fashionretail.product': `
    []
    string: sku name brand color description manufacturer
    string[]: images
    [/variants/*]
    string: sku price_currency
    number: price`,
  'luxuryhouse.product': `
    []
    string: sku code title status subtitle backend_sku category_id description size_and_fit sub_universe size_declination_label
    nullable: look video pre_sales free_block inspiration customization personalization size_declinations external_variations preorder_shipping_date personalization_sections tags
    string[]: tags_keys characteristics
    any[]: images variants
    boolean: has_vto has_size_guide has_multiple_prices
    [/services]
    boolean: retouch
    [/image]
    string: alt uri view_code
    integer: width height`,
  // SPEC.md shows the simple answer; the fields that the extended one adds are defined in CONTRACT.md and omitted in simple
  // mode.
  'luxurymarket.product': `
    []
    string: id name brand gender description price_currency sku? url? category? made_in? color? availability?
    number: price original_price? discount_percentage?
    string[]: images materials? care? colors?
    object: measurements?
    [/breadcrumbs/*]
    string: name url
    [/composition/*]
    string: part
    string[]: materials
    [/sizes/*]
    string: label scale price_currency sku
    boolean: available
    integer: quantity
    number: price
    [/variants/*]
    string: id sku size color merchant_id price_currency availability
    number: price
    [/reviews]
    integer: count
    number: rating
    any[]: items`,
  'electronicsretail.search': `
    [/*]
    string: sku url name image model
    string|null: save
    number: price rating
    boolean: is_sold_out
    integer: rating_count
    number|null: original_price`,
  'sportswear.product': `
    []
    string: id color_code style_code style_color product_type size_chart_url status_modifier merch_product_id availability_date color_description global_product_id badge
    integer: gender group_index
    nullable: group_label net_quantity selected_sku
    string[]: brands sport_tags
    any[]: more_info enhanced_pdp
    [/sizes/*]
    string: label status merch_sku_id localized_label localized_label_prefix
    integer: sort_sequence
    [/sizes/*/gtins/*]
    string: gtin
    [/prices]
    string: currency
    number: current_price initial_price employee_price discount_percentage employee_discount_percentage
    [/pdp_url]
    string: url canonical_url
    [/product_info]
    string: url badge title subtitle full_title canonical_url product_description
    any[]: more_descriptions size_fit_sections features_and_benefits
    [/product_info/origins/*]
    string: header
    string[]: body
    [/product_info/product_details/*]
    string: header
    string[]: body
    [/product_info/enhanced_benefits/*]
    string: header
    string[]: body
    [/product_info/sustainability_message/*]
    string: body
    [/product_info/sustainability_message/*/json_body]
    string: type
    any[]: content
    [/content_images/*]
    string: card_type
    [/content_images/*/properties]
    string: alt_text
    [/content_images/*/properties/portrait]
    string: id url
    number: aspect_ratio
    [/content_images/*/properties/squarish]
    string: id url
    number: aspect_ratio`,
  'departmentstore.product': `
    []
    integer: id
    [/ccfp]
    boolean: ccfpEligible
    object: chargePlanPDPDeptDetails
    [/detail]
    string: name typeName description seoKeywords completeName skinCareType pdfEmailDescription secondaryDescription
    string[]: bulletText
    any[]: bulletLinks orderedMasterGroupList
    integer: maxQuantity numberOfColors memberProductCount additionalImagesCount
    object: memberDisplayGroupsMap
    flags: flags
    [/detail/brand]
    integer: id
    string: url name subBrand
    boolean: brandBreakout
    [/detail/questionAnswer]
    integer: answerCount questionCount
    [/detail/salesFloorBrand]
    boolean: salesFloorBrand
    string: salesFloorBrandUrl
    [/detail/reviewStatistics/aggregate]
    integer: count productId ratingPercentage ratingsOnlyReviewCount
    number: rating
    [/detail/paymentProvider]
    string: clientId scriptPath
    [/review]
    string: locale
    [/review/reviews/*]
    string: title reviewText authorId reviewerId displayName userNickname userLocation? contentLocale submissionTime lastModificationTime moderationStatus
    integer: rating ratingRange ratingPercentage totalFeedbackCount totalNegativeFeedbackCount totalPositiveFeedbackCount reviewId productId
    boolean: featured anonymous syndicated ratingsOnly topContributor incentivizedReview recommended?
    object: badges secondaryRatings contextDataValues additionalFields
    any[]: badgesOrder contextDataValuesOrder commentIds videos
    [/review/reviews/*/photos/*]
    string: photoId caption
    string[]: sizesOrder
    [/review/reviews/*/photos/*/sizes/large]
    string: url sizeId
    [/review/reviews/*/photos/*/sizes/normal]
    string: url sizeId
    [/review/reviews/*/photos/*/sizes/thumbnail]
    string: url sizeId
    [/review/reviews/*/clientResponses/*]
    string: date name response department responseSource sourceClientName
    [/review/reviews/*/syndicationSource]
    string: name logoImageUrl`,
}
