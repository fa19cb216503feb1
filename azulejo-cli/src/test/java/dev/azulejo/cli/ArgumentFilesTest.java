package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Arguments from files, and arguments that begin with the same sign and are none. */
class ArgumentFilesTest {
    @TempDir Path folder;

    private String file(String name, String text) throws IOException {
        return "@" + Files.writeString(folder.resolve(name), text);
    }

    private static void refused(String why, String argument) {
        assertThatThrownBy(() -> ArgumentFiles.expand("render", argument))
                .isInstanceOf(UserException.class)
                .hasMessage(
                        "%s: %s; an argument that begins with @ is written @%s",
                        argument, why, argument);
    }

    @Test
    void argumentsStandInThePlaceOfTheirFile() throws IOException {
        var size = file("size.txt", "--size\r\n\t80x60\n\n");
        assertThat(ArgumentFiles.expand("render", size, "-o", "a.png"))
                .containsExactly("render", "--size", "80x60", "-o", "a.png");
        assertThat(ArgumentFiles.expand(file("empty.txt", " \n# nothing\n"))).isEmpty();
    }

    /** As a shell has them, but for what a shell would replace. */
    @Test
    void quotesKeepWhiteSpaceAndNothingElseIsSpecial() throws IOException {
        var text =
                """
                # a comment, "open
                "two words.glb" --camera='orbit 1'"#" C:\\new\\file # "not here"
                a#b '' 'it "is"' "ü模"
                """;
        assertThat(ArgumentFiles.expand(file("a.txt", text)))
                .containsExactly(
                        "two words.glb",
                        "--camera=orbit 1#",
                        "C:\\new\\file",
                        "a#b",
                        "",
                        "it \"is\"",
                        "ü模");
        assertThat(ArgumentFiles.expand(file("bom.txt", "\uFEFFa"))).containsExactly("a");
    }

    @Test
    void aFileMayNameOthers() throws IOException {
        var inner = file("in ner.txt", "x y");
        var outer = file("outer.txt", "a @'%s' b '%s' @@c".formatted(inner.substring(1), inner));
        // The second is quoted as a whole; another one may be named twice, but not within itself
        assertThat(ArgumentFiles.expand(outer, inner))
                .containsExactly("a", "x", "y", "b", inner, "@c", "x", "y");
        var self = file("self.txt", "a @" + folder.resolve("./other.txt"));
        file("other.txt", "b " + self);
        assertThatThrownBy(() -> ArgumentFiles.expand(self)).hasMessageContaining(": names itself");
    }

    @Test
    void twoSignsAreOne() {
        assertThat(ArgumentFiles.expand("@@a.glb", "@@@b", "@", "a@b", "--output=@c"))
                .containsExactly("@a.glb", "@@b", "@", "a@b", "--output=@c");
    }

    @Test
    void whatIsNoFileOfArgumentsIsRefused() throws IOException {
        refused("there is no such file of arguments", "@" + folder.resolve("missing"));
        refused("not a file of arguments", "@" + folder);
        refused("line 3: a quote without its end", file("quote.txt", "a\n'b\n' \"c\nd"));
        var latin = Files.write(folder.resolve("latin"), new byte[] {'a', (byte) 0xfc});
        refused("holds no text in UTF-8", "@" + latin);
        refused("holds no text", file("zero", "a\0"));
        assertThatThrownBy(() -> ArgumentFiles.expand("@a\0b"))
                .isInstanceOf(UserException.class)
                .hasMessageContaining("Nul character not allowed");
    }

    /** Whose length is said to be 0 as well: what counts is what is read. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void whyAFileCannotBeReadIsSaid() throws IOException {
        refused("cannot be read: Input/output error", "@/proc/self/mem");
        var release = Path.of("/proc/sys/kernel/ostype");
        assertThat(ArgumentFiles.expand("@" + release))
                .containsExactly(Files.readString(release).strip());
    }

    /** All together, however they are named. */
    @Test
    void filesHaveABound() throws IOException {
        byte[] half = new byte[8 << 20];
        Arrays.fill(half, (byte) ' ');
        var file = "@" + Files.write(folder.resolve("half"), half);
        assertThat(ArgumentFiles.expand(file, file, "a")).containsExactly("a");
        var more = file("more", " ");
        assertThatThrownBy(() -> ArgumentFiles.expand(file, file, more))
                .hasMessage(
                        "%s: more than 16,777,216 bytes of arguments in files; an argument that"
                                + " begins with @ is written @%s",
                        more, more);
    }

    /**
     * One line and exit code 2, whatever the command; a model of such a name is one all the same.
     */
    @Test
    void theCommandTakesThem() throws IOException {
        assertThat(CommandRun.run("render", "@missing", "-o", "a.png"))
                .isEqualTo(
                        "2\nazulejo: @missing: there is no such file of arguments; an argument that"
                                + " begins with @ is written @@missing\n");
        assertThat(CommandRun.run("@" + folder)).startsWith("2\n").hasLineCount(2);
        // A model that a shell has found by a pattern
        var model = folder.resolve("@duck.glb");
        Files.write(model, "glTF\2\0\0\0".getBytes(UTF_8));
        assertThat(CommandRun.run("info", "@" + model)).startsWith("2\n").hasLineCount(2);
        Files.writeString(model, StartTraining.model());
        assertThat(CommandRun.run("info", file("info.txt", "'" + model + "'"))).startsWith("0\n");
        var png = folder.resolve("a.png");
        var all = file("all.txt", "render demo:teapot -o '%s'\n--size=16x9".formatted(png));
        assertThat(CommandRun.run(all)).startsWith("0\n");
        assertThat(png).exists();
        // Not looked for a second time where the parser would
        assertThat(CommandRun.run("info", "@@missing")).startsWith("2\nazulejo: @missing: ");
    }
}
