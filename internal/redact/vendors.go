package redact

import "sync"

// vendorNames are services whose keys are drawn: STRIPE_KEY and mailgunKey are secrets
// as API_KEY is, and a key of hexadecimal digits is no digest if one of them owns it.
// Names that are words of programs (line, box, column) are left out.
var vendorNames = newWords(`ably abuseipdb abyssale accuweather activecampaign adafruitio adobe adobeio adyen adzuna aeris aeroworkflow aftership ai21 airbnb airbrake airbyte
	aircall airtable airvisual aiven akamai alchemy alconost aletheia algolia alibaba alienvault alipay allsports alphavantage amadeus ambee amplitude
	ankr anthropic anypoint anyscale apacta api2cart apiflash apifonica apify apilayer apimatic apimetrics apitemplate appcenter appcues appdynamics
	appfollow appointedd appoptics appsflyer appsynergy apptivo appveyor argocd arize arkose artifactory asana assemblyai atera atlassian auth0management
	authing autodesk autoklose autopilot avalara avaza aviationstack aweber axonaut aylien ayrshare azure backblaze baichuan bamboohr bannerbear barchart
	baremetrics basecamp baseten bazaarvoice beamer beebole beehiiv benzinga besnappy betterstack betteruptime biconomy bigcommerce billomat binance
	birdeye bitbar bitbucket bitcoinaverage bitfinex bitget bitly bitrise bitstamp bittrex blazemeter blit blockdaemon blocknative blynk bombbomb
	boostnote borgbase braintree braintrust brandfetch braze brevo brightcove brightdata browserless browserstack browshot bscscan buddyns budibase
	bugherd bugsnag buildbuddy buildkite bulbul bulksms bunnycdn buttercms bybit caflou calendarific calendly calorieninja campayn cannyio capsulecrm
	captaindata carboninterface cartesia casdoor cdn77 censys centralstationcrm cerebras cexio chainstack chargebee chartmogul chatfule checio checkly
	checklyhq checkmarx checkvist cicero circleci clarifai clearbit clickatell clickhelp clicksendsms clickup cliengo climacell clinchpad clockify
	clockworksms closecrm cloudconvert cloudelements cloudflare cloudflareca cloudimage cloudinary cloudmersive cloudplan cloudsight cloudsmith cloverly
	clustdoc codacy codeclimate codecov codefresh codemagic codequiry cognito cohere coinapi coinbase coingecko coinlayer coinlib coinmarketcap commercejs
	companyhub confluent constantcontact contentful conversiontools convertapi convertkit convier coreweave couchbase countly countrylayer covalent
	coveralls craftmypdf crowdin crowdstrike cryptocom cryptocompare currencycloud currencyfreaks currencylayer currencyscoop customerguru customerio
	cypress d7network dailyco dareboost darksky dashscope databox databricks datadog datadome datagov dataiku debounce deepai deepgram deepinfra deepseek
	delighted deribit descope detectify detectlanguage dfuse dialpad diffbot diggernaut digitalocean dingtalk discord disqus dnscheck dockerhub docparser
	documo docusign doordash doppler dotdigital dovico dronahq droneci dropbox dropboxsign duffel duply dwolla dynatrace dyspatch eagleeyenetworks earthly
	easyinsight easypost easyship ebay ecostruxureit edamam edenai eightbyeight eightxeight elastic elasticemail elevenlabs enablex endorlabs eodhd eraser
	etherscan ethplorer etsy eventbrite everhour exchangerates expedia exportsdk extractorapi facebook faceplusplus falai fastforex fastly fedex feedier
	feishu fetchrss fibery fidelity figma filebase filestack finage financialmodelingprep finicity finnhub firebase firecrawl firehydrant fireworksai
	fivetran fixerio flatio fleetbase flexport flickr flightapi flightlabs flightstats flutterwave flyio fmfw formbucket formcraft foursquare frameio
	freemius freshbooks freshdesk freshworks frontegg fulcrum fullstory fusionauth fxmarket gateio gcpapplicationdefaultcredentials geckoboard gemini
	gengo geoapify geocodify geocodio geoipifi getblock getgeo getgist getresponse getsandbox giphy gitea github gitlab gitter glassnode gocanvas
	gocardless gocd godaddy goodday googlegemini gorgias grafana graphcms graphhopper greenhouse groovehq groq growthbook grubhub gtmetrix gumroad gupshup
	gusto happyscribe harnessio hashicorpvault hasura hcaptcha helicone hellosign helpcrunch helpscout heroku hetzner heygen hightouch hiveage holidayapi
	honeybadger honeycomb hotjar hubspot huggingface humeai hunyuan huobi hybiscus hypertrack ibkr ibmcloud iconfinder ideogram iexapis iexcloud ifttt
	imagekit imagga imdb imgix imperva incidentio infobip infracost infura insightly instabot instagram instamojo instana intercom interseller intrinio
	invoiceocean ionic ip2location ipapi ipgeolocation ipinfo ipinfodb ipquality ipstack iterable jfrog jinaai jira jotform jumpcloud jupiterone kaleyra
	kanbantool karmacrm kasada kayak keenio keycdn keycloak kickbox kinde kissmetrics klarna klaviyo klipfolio knapsackpro kontent kraken kucoin kylas
	lambdalabs langchain langfuse langsmith languagelayer lark larksuite launchable launchdarkly leadfeeder lemlist lemonsqueezy lendflow lessannoyingcrm
	lexigram lightstep linear linenotify linkedin linkpreview linode liveagent livestorm llamaindex localytics locationiq logdna loggly logicmonitor
	loginradius logto logzio lokalise looker loyverse lumaai lunchmoney lusha madkudu magento magicbell mailboxlayer mailchimp mailerlite mailgun
	mailjetbasicauth mailjetsms mailmodo mailpit mailsac mailtrap mandrill mapbox mapquest marketdata marketo marketstack matomo mattermost mavenlink
	maxcdn maxmindlicense meaningcloud mediastack meilisearch meistertask meraki mesibo messagebird messari messente metabase meteomatics metrilo mexc
	microsoft mindmeister minimax miro mistral mixmax mixpanel mockaroo mongodb monkeylearn moonclerk moonshot moosend moralis mrticktock msg91 mural murf
	myfreshworks myintervals nansen nasa nasdaq nasdaqdatalink nethunt netlify netsuite neutrino newrelic newsapi newscatcher nexmo nftport nftstorage
	ngrok nicereply nightfall noaa nomic notion novita nozbeteams nuget numverify nutritionix nvapi nvidia nylas nytimes oanda octopusdeploy okta ollama
	omdb omnisend onedesk onelogin onepagecrm onesignal onfleet oopspam openai opencagedata openrouter opensea openuv openvpn openweather openweathermap
	opsgenie owlbot oxylabs packagecloud pagarme pagerduty pandadoc pandascore paperform papertrail paralleldots pardot parsehub parseur partnerstack
	pastebin patreon paydirt paymo paypal paystack pdflayer pdfshift pendo peopledatalabs pepipost percy perimeterx perplexity pexels pganalyzeread
	photoroom pinata pinecone pingdom pinterest pipedream pipedrive pivotaltracker pixabay plaid planetscale planetscaledb planviewleankit planyo
	plausible playht plivo pollsapi poloniex portkey postbacks posthog postman postmark powrbot prismic privateai prodpad propelauth prospectcrm
	protocolsio proxycrawl pubnub pulumi purestake pushbullet pusher pypi qase qdrant qualaroo qualys quandl quay qubole quickbooks quicknode qwen railway
	rapid7 rapidapi rawg razorpay reachmail readme reallysimplesystems rebrandly recaptcha rechargepayments recurly reddit redhatpyxis rentman repairshopr
	replicate replyio requestfinance resend restpack revampcrm reviewsio ringcentral rippling ritekit robinhood robinhoodcrypto rocketreach rockset
	rollbar rootly route4me rownd rubygems rudderstack runpod runrunit runwayml saladcloud salesblink salescookie salesflare salesforce salesloft
	salesmate sambanova sanity satismeterproject satismeterwrite saucelabs scaleway scalr schwab scrapeowl scraperapi scraperbox scrapestack scrapfly
	scrapingant scrapingbee scrapingdog screenshotapi screenshotlayer scrutinizerci securitytrails selectpdf semaphoreci sendbird sendcloud sendgrid
	sendinblue sendpulse sentinelone sentry serpapi serper serphouse serpstack sheety sherpadesk shipday shipengine shippo shipstation shodan shopify
	shotstack shutterstock sidekiq signalwire signaturit signupgenius sigopt siliconflow simfin simplesat simplynoted simvoly sinchmessage sirv siteleaf
	skrappio skybiometry skyscanner slack smartsheet smartsheets smartystreets smooch smsapi smtp2go snowflake snowplow snyk socketlabs softlayer
	solarwindsobservability sonar sonatype sourcegraph sparkpost spectralops speechtextai spinnaker splunk spoonacular sportsmonk spotify squadcast
	squarespace sslmate stackhawk stackpath statsig statuscake statuspage statuspal stepfun stitchdata stockdata storecove storj stormboard stormglass
	storyblok strava stripe stripo stytch substack sugester sumo sumologic supabase supernotes supertokens surveyanyplace surveybot surveysparrow
	survicate swiftype synthesia tailscale talkdesk tallyfy tatumio tavily tawk taxjar teamgate teamwork teamworkcrm teamworkdesk teamworkspaces
	technicalanalysis tefter telegram telesign teletype telnyx tenable tenderly terraform testingbot textlocal textmagic thingsboard thirdweb thousandeyes
	ticketmaster tickettailor tiingo tiktok timecamp timezoneapi tines tmdb tmetric todoist toggltrack tokeet tomorrowio tomtom tradier tradingview
	transferwise transloadit travelpayouts travelport travis travisci trello tripadvisor truenas trufflehogenterprise trustpilot tumblr turnstile
	twelvedata twilio twitch twitter tyntec typeform typesense typetalk ubidots uclassify unifyid unsplash unstructured upcdatabase uploadcare upstash
	uptimerobot urlscan userflow userfront userstack usps vagrantcloud vastai vatlayer vbout veracode vercel verimail veriphone versioneye victorops
	vidyard viewneo vimeo virustotal voiceflow voicegain volcengine vonage voodoosms vouchery voyageai vultr walkscore wandb wasabi wati weatherapi
	weatherbit weatherstack weaviate web3storage webex webflow webscraper websitepulse wechat weightsandbiases wepay whitesource wistia woocommerce
	wordpress workday workos worldcoinindex worldweather wrike wunderground xero xignite xmatters yandex yelp yext yotpo youneedabudget yousign youtube
	zapier zendesk zenkit zenrows zenscrape zenserp zeplin zerobounce zerotier zhipu zipbooks zipcode zitadel zoho zohocrm zonkafeedback zoom zoominfo
	zscaler zulipchat zuora`)

// codeHosts are those among them that give names of commits and images.
var codeHosts = newWords(`github gitlab gitea bitbucket docker dockerhub quay pypi nuget rubygems crates packagecloud cloudsmith artifactory jfrog sourcegraph
	travis travisci circleci buildkite jenkins codecov coveralls sentry bugsnag rollbar datadog newrelic honeycomb snyk`)

// vendorNamed reports whether a vendor is named in t[l:r], a name, or in the words in
// front of it: "newsapi key".
func (s *scan) vendorNamed(l, r int) bool {
	const before, longest = 24, 24
	t := s.text
	from := l
	for from > 0 && l-from < before && (isNameByte(t[from-1]) || t[from-1] == ' ') {
		from--
	}
	var low [longest]byte
	n := 0
	for i := from; i <= r; i++ {
		if ends := i == r || !isAlnum(t[i]) || i > from && isUpper(t[i]) && t[i-1]-'a' < 26; ends && n > 0 {
			if isVendor(low[:n]) {
				return true
			}
			n = 0
		}
		if i < r && isAlnum(t[i]) && n < longest {
			low[n] = lower(t[i])
			n++
		}
	}
	return false
}

// keyLike reports whether a value may be a key that a vendor's name announces: one that
// was made up as well as one that was drawn, but no name, no address and no filler. What
// begins as a format does has been judged by it.
func keyLike(b []byte) bool {
	if isUUID(b) {
		return true
	}
	if len(b) < shortestKey {
		return false // as most words behind a name are
	}
	sh := shapeOf(b)
	return sh.longest >= shortestKey && sh.digits > 1 && sh.lower+sh.upper > 1 && sh.distinct > 5 && sh.other == 0 &&
		!reference(b) && plain(b, false) && !filled(b) && !formatStarts()[string(b[:formatStart])]
}

const (
	formatStart = 4
	shortestKey = 16
)

// formatStarts has the first bytes of all formats.
var formatStarts = sync.OnceValue(func() map[string]bool {
	starts := map[string]bool{}
	for _, p := range patterns() {
		if p.lead == 0 && len(p.literals[0]) >= formatStart {
			for _, l := range p.literals {
				starts[l[:formatStart]] = true
			}
		}
	}
	return starts
})

// isVendor reports whether a word in lower case is one, with a number behind it or not.
func isVendor(word []byte) bool {
	const shortest = 4
	n := len(word)
	if n < shortest {
		return false
	}
	if vendorNames[string(word)] {
		return true
	}
	n = numberless(word, 0, n, shortest)
	return n < len(word) && vendorNames[string(word[:n])]
}
