// The short codes of the emoji that people use most, with Slack's names; any other is shown as its `:code:`.

const CODES = `
+1 👍 -1 👎 100 💯 alarm_clock ⏰ alien 👽 anger 💢 angry 😠 arrow_down ⬇️ arrow_left ⬅️ arrow_right ➡️ arrow_up ⬆️
arrows_counterclockwise 🔄 art 🎨 balloon 🎈 bar_chart 📊 battery 🔋 beer 🍺 beers 🍻 bell 🔔 bike 🚲 birthday 🎂 blue_heart 💙
blush 😊 book 📖 bookmark 🔖 bookmark_tabs 📑 books 📚 boom 💥 brain 🧠 broken_heart 💔 bug 🐛 bulb 💡 cake 🍰 calendar 📆
calling 📲 camera 📷 cat 🐱 champagne 🍾 chart_with_downwards_trend 📉 chart_with_upwards_trend 📈 checkered_flag 🏁
christmas_tree 🎄 clap 👏 clipboard 📋 closed_book 📕 cloud ☁️ coffee ☕ computer 💻 confetti_ball 🎊 confused 😕
construction 🚧 cookie 🍪 cool 🆒 crossed_fingers 🤞 crown 👑 cry 😢 crystal_ball 🔮 dart 🎯 disappointed 😞 dna 🧬 doughnut 🍩
droplet 💧 earth_africa 🌍 eight 8️⃣ email ✉️ envelope ✉️ evergreen_tree 🌲 exclamation ❗ exploding_head 🤯 eye 👁️
eyeglasses 👓 eyes 👀 face_palm 🤦 fast_forward ⏩ file_folder 📁 fire 🔥 first_place_medal 🥇 five 5️⃣ flashlight 🔦
floppy_disk 💾 flushed 😳 four 4️⃣ gear ⚙️ gem 💎 ghost 👻 gift 🎁 globe_with_meridians 🌐 green_book 📗 green_heart 💚
grimacing 😬 grin 😁 grinning 😀 hammer 🔨 hammer_and_wrench 🛠️ hand ✋ handshake 🤝 headphones 🎧 heart ❤️ heart_eyes 😍
heavy_check_mark ✔️ heavy_plus_sign ➕ hourglass ⌛ hourglass_flowing_sand ⏳ inbox_tray 📥 information_source ℹ️
innocent 😇 jigsaw 🧩 joy 😂 key 🔑 label 🏷️ laughing 😆 link 🔗 lock 🔒 loudspeaker 📢 mag 🔍 mag_right 🔎 magic_wand 🪄
mailbox 📫 medal 🎖️ memo 📝 microphone 🎤 microscope 🔬 money_with_wings 💸 moneybag 💰 mortar_board 🎓 muscle 💪
neutral_face 😐 new 🆕 newspaper 📰 nine 9️⃣ no_entry ⛔ no_entry_sign 🚫 notebook 📓 notes 🎶 ocean 🌊 ok_hand 👌 one 1️⃣
open_book 📖 open_file_folder 📂 open_hands 👐 orange_book 📙 outbox_tray 📤 owl 🦉 package 📦 page_facing_up 📄
page_with_curl 📃 paperclip 📎 partying_face 🥳 pencil 📝 pencil2 ✏️ pizza 🍕 point_down 👇 point_left 👈 point_right 👉
point_up ☝️ pray 🙏 printer 🖨️ purple_heart 💜 pushpin 📌 question ❓ rage 😡 rainbow 🌈 raised_hand ✋ raised_hands 🙌
recycle ♻️ red_circle 🔴 repeat 🔁 rewind ⏪ robot_face 🤖 rocket 🚀 rotating_light 🚨 round_pushpin 📍 runner 🏃 scales ⚖️
school 🏫 scroll 📜 second_place_medal 🥈 see_no_evil 🙈 seedling 🌱 seven 7️⃣ shield 🛡️ shrug 🤷 six 6️⃣ skull 💀 sleeping
😴 slightly_smiling_face 🙂 smile 😄 smirk 😏 snowflake ❄️ sob 😭 sos 🆘 sparkles ✨ speech_balloon 💬 star ⭐ star-struck 🤩
star2 🌟 stopwatch ⏱️ sunglasses 😎 sunny ☀️ sweat_smile 😅 taco 🌮 tada 🎉 tea 🍵 telescope 🔭 test_tube 🧪 thermometer 🌡️
thinking_face 🤔 third_place_medal 🥉 thought_balloon 💭 three 3️⃣ thumbsdown 👎 thumbsup 👍 thunder_cloud_and_rain ⛈️
toolbox 🧰 top 🔝 traffic_light 🚥 train 🚋 trophy 🏆 turtle 🐢 two 2️⃣ unlock 🔓 up 🆙 upside_down_face 🙃 v ✌️ vs 🆚 warning
⚠️ wastebasket 🗑️ wave 👋 white_check_mark ✅ wine_glass 🍷 wink 😉 wrench 🔧 writing_hand ✍️ x ❌ yellow_heart 💛 zap ⚡
zero 0️⃣ zzz 💤
`;

const CHARACTERS = new Map([...CODES.matchAll(/(\S+)\s(\S+)/g)].map(([, code, character]) => [code, character]));
const FIRST_TONE = 0x1f3fb; // Of skin-tone-2; the others follow it.

/** The character of a short code without its colons, such as `wave` or `wave::skin-tone-3`; null if it is unknown. */
export function emojiCharacter(code) {
  const [name, tone] = code.split("::skin-tone-");
  const character = CHARACTERS.get(name) ?? null;
  return character && tone ? character + String.fromCodePoint(FIRST_TONE + Number(tone) - 2) : character;
}

/** The codes known here. */
export function emojiCodes() {
  return [...CHARACTERS.keys()];
}
