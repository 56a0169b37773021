/**
 * A bot of discord.js with one of everything, for the playground: the test beside it plays its users.
 *
 * It does what `hikari_bot.py` does. What it sees it prints, a line of JSON each.
 */

import {
  ActionRowBuilder,
  ButtonBuilder,
  ButtonStyle,
  ChannelSelectMenuBuilder,
  Client,
  Events,
  GatewayIntentBits,
  LabelBuilder,
  MessageFlags,
  ModalBuilder,
  RoleSelectMenuBuilder,
  SlashCommandBuilder,
  StringSelectMenuBuilder,
  TextInputBuilder,
  TextInputStyle,
  UserSelectMenuBuilder,
} from "discord.js";

const say = (event, more = {}) => console.log(JSON.stringify({ event, ...more }));
const row = (...parts) => new ActionRowBuilder().addComponents(...parts);

const COMMANDS = [
  new SlashCommandBuilder()
    .setName("table")
    .setDescription("Opens a table")
    .addIntegerOption((one) =>
      one.setName("stake").setDescription("How much").setRequired(true).setAutocomplete(true),
    )
    .addUserOption((one) =>
      one.setName("rival").setDescription("Against whom").setRequired(true),
    ),
  new SlashCommandBuilder()
    .setName("do")
    .setDescription("Does one thing")
    .addStringOption((one) =>
      one
        .setName("what")
        .setDescription("Which")
        .setRequired(true)
        .addChoices(
          ...["file", "edit", "delete", "dm", "thread", "look"].map((name) => ({
            name,
            value: name,
          })),
        ),
    ),
];

function board(words) {
  const options = ["red", "blue", "green"].map((name) => ({ label: name, value: name }));
  return {
    content: words,
    components: [
      row(new ButtonBuilder().setCustomId("bid").setLabel("Bid").setStyle(ButtonStyle.Primary)),
      row(
        new StringSelectMenuBuilder()
          .setCustomId("colours")
          .setMaxValues(2)
          .addOptions(...options),
      ),
      row(new RoleSelectMenuBuilder().setCustomId("role")),
      row(new UserSelectMenuBuilder().setCustomId("who")),
      row(new ChannelSelectMenuBuilder().setCustomId("where")),
    ],
  };
}

function form() {
  const amount = new TextInputBuilder().setCustomId("amount").setStyle(TextInputStyle.Short);
  const asked = new LabelBuilder().setLabel("How much?").setTextInputComponent(amount);
  return new ModalBuilder().setCustomId("form").setTitle("A bid").addLabelComponents(asked);
}

const DEEDS = {
  async file(one) {
    const files = [{ attachment: Buffer.from("a\nb\n"), name: "log.txt", description: "The log" }];
    await one.reply({ content: "the file", files });
  },
  async edit(one) {
    await one.deferReply();
    await one.editReply("edited once");
    await one.editReply("edited twice");
  },
  async delete(one) {
    await one.reply("soon gone");
    await one.deleteReply();
    await one.followUp({ content: "it is gone", flags: MessageFlags.Ephemeral });
  },
  async dm(one) {
    await one.deferReply({ flags: MessageFlags.Ephemeral });
    const sent = await one.user.send("a word in private");
    await sent.edit("a better word in private");
    await one.editReply("sent");
  },
  async thread(one) {
    await one.deferReply();
    const thread = await one.channel.threads.create({ name: "a thread", autoArchiveDuration: 60 });
    await thread.send("in the thread");
    await thread.setArchived(true);
    await thread.setArchived(false);
    await one.editReply(`see ${thread.name}`);
  },
  async look(one) {
    await one.deferReply();
    const messages = await one.channel.messages.fetch({ limit: 5 });
    const guilds = await one.client.guilds.fetch();
    const owned = guilds.map((guild) => `${guild.owner} ${guild.permissions.has("SendMessages")}`);
    await one.editReply(`read ${messages.size > 0}; servers ${owned}`);
  },
};

async function choose(one) {
  const names = {
    colours: () => one.values.join(" and "),
    role: () => one.roles.first().name,
    who: () => one.users.first().globalName,
    where: () => `#${one.channels.first().name}`,
  };
  const flags = MessageFlags.Ephemeral;
  await one.reply({ content: `chose ${names[one.customId]()}`, flags });
}

async function answer(one) {
  if (one.isAutocomplete()) {
    const typed = one.options.getFocused();
    const found = [5, 50].filter((stake) => String(stake).includes(typed));
    await one.respond(found.map((stake) => ({ name: `$${stake}`, value: stake })));
  } else if (one.isChatInputCommand() && one.commandName === "table") {
    const stake = one.options.getInteger("stake");
    await one.reply(board(`${stake} against ${one.options.getUser("rival").globalName}`));
    await one.followUp({ content: "Your hand", flags: MessageFlags.Ephemeral });
  } else if (one.isChatInputCommand()) {
    await DEEDS[one.options.getString("what")](one);
  } else if (one.isButton()) {
    await one.showModal(form());
  } else if (one.isModalSubmit()) {
    await one.update(`${one.user.globalName} bids ${one.fields.getTextInputValue("amount")}`);
  } else {
    await choose(one);
  }
}

const client = new Client({
  intents: [
    GatewayIntentBits.Guilds,
    GatewayIntentBits.GuildMessages,
    GatewayIntentBits.DirectMessages,
  ],
  rest: { api: `${process.env.PLAYGROUND}/api` },
});

client.once(Events.ClientReady, async () => {
  await client.application.commands.set(COMMANDS);
  say("ready", { name: client.user.username, servers: client.guilds.cache.size });
});
client.on(Events.ShardResume, () => say("resumed"));
client.on(Events.MessageCreate, (message) => {
  if (!message.author.bot && !message.guild) say("heard", { words: message.content });
});
client.on(Events.InteractionCreate, (one) => {
  answer(one).catch((error) => say("trouble", { words: String(error.stack) }));
});
client.on(Events.Error, (error) => say("trouble", { words: String(error) }));
client.on(Events.ShardError, (error) => say("line", { words: String(error) }));
process.on("unhandledRejection", (error) => say("trouble", { words: String(error?.stack) }));
await client.login(process.env.DISCORD_TOKEN);
