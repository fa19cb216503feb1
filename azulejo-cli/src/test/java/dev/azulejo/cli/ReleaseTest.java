package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** What the command says of itself is what is built. */
class ReleaseTest {
    /** The first version in the project's own file is its own. */
    @Test
    void theReleaseIsThatOfTheBuild() throws IOException {
        var pom = Files.readString(Path.of("..", "pom.xml"));
        var version = Pattern.compile("<version>([^<]+)</version>").matcher(pom);
        assertThat(version.find()).isTrue();
        assertThat(Release.NAME).isEqualTo(version.group(1)).matches("\\d+\\.\\d+\\.\\d+.*");
        assertThat(CommandRun.run("--version")).isEqualTo("0\nazulejo %s\n", version.group(1));
    }
}
