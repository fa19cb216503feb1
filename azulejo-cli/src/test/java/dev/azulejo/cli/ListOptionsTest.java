package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Options of several values, of which there are none. */
class ListOptionsTest {
    @TempDir Path folder;

    private static void assertRefused(String text, String option) {
        assertThat(text).startsWith("2\nazulejo: " + option).hasLineCount(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--aov", "--early-z", "--reuse", "--throttle", "--fine"})
    void aCommaAloneIsRefused(String option) {
        var png = folder.resolve("a.png");
        assertRefused(
                CommandRun.run("render", "demo:teapot", "-o", png.toString(), option, ","),
                option + "=',': is empty, or a part of it is: ");
        assertThat(png).doesNotExist();
    }

    @Test
    void ofLayoutsNoneIsLeft() {
        assertRefused(CommandRun.run("regions", "demo:teapot", "--regions", ","), "--regions=','");
    }

    @Test
    void ofSettingsToCompareNoneIsLeft() {
        assertRefused(
                CommandRun.run("compare", "demo:teapot", "--settings", ","), "--settings=','");
    }

    /** Each is a folder's, whose models would have no pictures, and count as rendered. */
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {"--views, /", "--views, \"\"", "--views, a//b", "--sizes, \",\""})
    void aBatchWithoutViewsOrSizesIsRefused(String option, String value) throws IOException {
        var line = new ArrayList<>(List.of("render"));
        for (var name : List.of("a.gltf", "b.gltf")) {
            line.add(Files.writeString(folder.resolve(name), StartTraining.model()).toString());
        }
        var pictures = folder.resolve("pictures");
        line.addAll(List.of("-o", pictures.toString(), option, value));
        assertRefused(CommandRun.run(line.toArray(String[]::new)), option + "='" + value + "'");
        assertThat(pictures).doesNotExist();
    }

    /** Apart from the command, which would begin to serve. */
    @ParameterizedTest
    @ValueSource(strings = {"--embed-in", "--environment"})
    void aServerRefusesThemToo(String option) {
        var parsed = new CommandLine(new ServeCommand()).parseArgs("demo:teapot", option, ",");
        assertThatThrownBy(() -> ListOptions.check(parsed))
                .isInstanceOf(ParameterException.class)
                .hasMessageStartingWith(option + "=','");
    }

    @Test
    void helpIsGivenAllTheSame() {
        assertThat(CommandRun.run("render", "--aov", ",", "--help")).startsWith("0\nUsage: ");
    }

    /** Which would be the current folder. */
    @Test
    void aFileWithoutANameIsRefused() {
        assertThat(CommandRun.run("render", "demo:teapot", "-o", "", "--size=16x16"))
                .startsWith("2\nazulejo: ")
                .contains("'--output': '' is not a file name: it is empty")
                .hasLineCount(2);
    }
}
