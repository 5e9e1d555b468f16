// The thirteen market categories: their aliases, and a guess from name and description (MKT-02).

import { CATEGORIES, type Category } from '#contract/inspect-report.ts';

const ALIASES: Readonly<Record<string, Category>> = {
  productivity: 'office',
  document: 'office',
  documents: 'office',
  办公: 'office',
  accounting: 'finance',
  财务: 'finance',
  金融: 'finance',
  'e-commerce': 'ecommerce',
  shop: 'ecommerce',
  电商: 'ecommerce',
  营销: 'marketing',
  promo: 'promotion',
  促销: 'promotion',
  推广: 'promotion',
  trade: 'trading',
  交易: 'trading',
  analytics: 'data',
  database: 'data',
  数据: 'data',
  customer: 'crm',
  客户: 'crm',
  messaging: 'channel',
  渠道: 'channel',
  video: 'media',
  image: 'media',
  媒体: 'media',
  多媒体: 'media',
  api: 'integration',
  integrations: 'integration',
  集成: 'integration',
  legal: 'compliance',
  合规: 'compliance',
  other: 'general',
  misc: 'general',
  通用: 'general',
};

/** Words that speak for a category; of two categories with as many words, the one named first holds. */
const WORDS: readonly (readonly [Category, RegExp])[] = [
  [
    'trading',
    /\b(?:trad(?:e|es|ing|er)|stocks?|crypto\w*|futures|k-?lines?|backtest\w*|portfolio|exchange|bitcoin|forex)\b|股票|交易|行情|量化|回测|期货|币/g,
  ],
  [
    'finance',
    /\b(?:financ\w+|invoices?|accounting|ledger|tax(?:es)?|budget\w*|payroll|bookkeeping|expenses?|payments?)\b|财务|发票|报销|税|账|预算|工资|金融/g,
  ],
  [
    'ecommerce',
    /\b(?:e-?commerce|shop(?:s|ping|ify)?|orders?|products?|sku|inventory|taobao|amazon|cart|store)\b|电商|商品|订单|店铺|库存|淘宝|京东|拼多多/g,
  ],
  [
    'promotion',
    /\b(?:promotions?|coupons?|discounts?|campaigns?|giveaway|referral)\b|促销|优惠|推广|活动|折扣|拉新/g,
  ],
  [
    'marketing',
    /\b(?:market(?:ing|er)|seo|ads?|advert\w*|brand\w*|copywriting|newsletter|audience|social media|content strategy)\b|营销|广告|品牌|文案|投放|小红书|种草/g,
  ],
  [
    'crm',
    /\b(?:crm|customers?|leads?|contacts?|sales|salesforce|hubspot|tickets?)\b|客户|线索|销售|工单|商机/g,
  ],
  [
    'compliance',
    /\b(?:complian\w+|legal|audit\w*|privacy|gdpr|contracts?|polic(?:y|ies)|risk|licen[cs]e)\b|合规|法律|审计|合同|隐私|风控|法务/g,
  ],
  [
    'channel',
    /\b(?:slack|discord|telegram|whatsapp|wechat|wecom|feishu|lark|dingtalk|sms|messag(?:e|es|ing)|chat channel|notif\w+)\b|飞书|企业微信|企微|微信|钉钉|消息|短信|通知|群发/g,
  ],
  [
    'media',
    /\b(?:images?|videos?|audio|photos?|music|podcasts?|speech|tts|transcri\w+|subtitles?|pictures?|ffmpeg|youtube|spotify)\b|图片|视频|音频|语音|照片|音乐|字幕|配音|海报/g,
  ],
  [
    'data',
    /\b(?:data|databases?|sql|csv|analytics?|datasets?|charts?|dashboards?|scrap\w+|statistics|etl|query)\b|数据|报表|统计|图表|分析|查询|爬/g,
  ],
  [
    'office',
    /\b(?:office|excel|word|pdf|docx?|pptx?|xlsx?|slides?|spreadsheets?|calendar|e?mails?|gmail|documents?|meetings?|notes?|notion|todos?|tasks?|reminders?)\b|办公|文档|表格|邮件|日程|会议|笔记|待办|提醒|幻灯/g,
  ],
  [
    'integration',
    /\b(?:apis?|webhooks?|integrat\w+|mcp|connectors?|sync|github|gitlab|jira|oauth|zapier|cli)\b|接口|集成|对接|同步/g,
  ],
];

export function categoryNamed(declared: string): Category | undefined {
  const name = declared.trim().toLowerCase();
  const known = CATEGORIES.find((category) => category === name);
  return known ?? (Object.hasOwn(ALIASES, name) ? ALIASES[name] : undefined);
}

/** The category with the most different words of its own in the text; `general` where none has any. */
export function guessCategory(name: string, description: string): Category {
  const text = `${name.replaceAll(/[_-]+/g, ' ')}\n${description}`.toLowerCase();
  let best: Category = 'general';
  let most = 0;
  for (const [category, words] of WORDS) {
    const count = new Set(text.match(words)).size;
    if (count > most) [best, most] = [category, count];
  }
  return best;
}
