# A formula for Homebrew; `make recipes` puts the version and the sum in.
class Soktools < Formula
  desc "Filters for collections of Sokoban puzzles"
  homepage "@HOME@"
  url "@URL@"
  sha256 "@SHA256@"
  license "ISC"

  depends_on "pkgconf" => :build
  depends_on "jansson"
  depends_on "libarchive"

  uses_from_macos "expat"

  def install
    args = ["PREFIX=#{prefix}", "MANDIR=#{man}", "SHARED=1"]
    system "make", *args, "all"
    system "make", *args, "install"
  end

  test do
    (testpath/"a.sok").write "#####\n#@$.#\n#####\n\nSolution 1/1\nR\n"
    assert_match "solved 1/1", shell_output("#{bin}/sokreplay a.sok")
    assert_match "<SokobanLevels>", shell_output("#{bin}/sokconv -q -t slc a.sok")
  end
end
